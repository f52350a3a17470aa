import { serveVerdicts } from './io/verdict-thread.ts';

serveVerdicts();
