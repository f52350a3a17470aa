import fc from 'fast-check';
import { propertySeed } from './extent.ts';

/** Every property uses the seed of the run. fast-check prints it if a property fails. */
fc.configureGlobal({ seed: propertySeed });
