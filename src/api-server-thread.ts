import { serveVerdicts } from './io/api-server/verdict-thread.ts';

serveVerdicts();
