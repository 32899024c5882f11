// Plays made-up stories with the whole service: `pnpm simulate --help`.
import './machine/install.ts';

// Loaded only now, because its modules must use the simulation's time and randomness.
const { runCommand } = await import('./command.ts');

process.exit(await runCommand(process.argv.slice(2)));
