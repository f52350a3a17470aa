import { serveThread } from './hosts/bot/threads/job-thread.ts';

serveThread();
