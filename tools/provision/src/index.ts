export { type Program, providedProgram } from './provided-program.ts';
