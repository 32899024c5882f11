export { findOnPath } from './executable.ts';
export { type Program, providedProgram } from './provided-program.ts';
