// Plays made-up stories to the whole service: `pnpm simulate --help`.
import './machine/install.ts';

// Only now: what it loads must find the time and the randomness of the simulation.
const { runCommand } = await import('./command.ts');

process.exit(await runCommand(process.argv.slice(2)));
