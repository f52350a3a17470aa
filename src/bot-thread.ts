import { serveThread } from './hosts/bot/thread.ts';

serveThread();
