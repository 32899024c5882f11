export { freePort } from './free-port.ts';
export { outputOf } from './output-of.ts';
export { programs } from './programs.ts';
export { type StartedProgram, startMock, startProgram, startService } from './start-program.ts';
