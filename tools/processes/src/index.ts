export { freePort } from './free-port.ts';
export { programs } from './programs.ts';
export {
  outputOf,
  type StartedProgram,
  startMock,
  startProgram,
  startService,
} from './start-program.ts';
