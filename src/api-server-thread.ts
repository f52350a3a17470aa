import { serveVerdicts } from './io/verdict-thread.ts';

await serveVerdicts();
