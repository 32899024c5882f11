// Imported before any module of the service, so that it gets its time and randomness from the
// simulation.
import { syncBuiltinESMExports } from 'node:module';
import { installEntropy } from './entropy.ts';
import { VirtualTime } from './virtual-time.ts';

export const START = new Date('2026-09-12T12:00:00Z');

export const time = new VirtualTime(START);

time.install();
time.installCryptography();
installEntropy();
syncBuiltinESMExports();
