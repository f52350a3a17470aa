import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);
