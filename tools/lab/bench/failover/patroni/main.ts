/**
 * A failover drill with Patroni: three nodes that replicate synchronously, two instances of the service under 100 requests
 * a second, and a receiver of webhooks. It kills the leader again and again, and checks that nothing acknowledged was lost.
 * It prints the figures, and exits with 1 if a promise is broken.
 */
import { Command, InvalidArgumentError } from 'commander';
import { drill } from './drill.ts';
import { findPrograms, MissingProgramsError } from './programs.ts';

const wholeNumber = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 to 9999.');
};

const command = new Command('pnpm run drill:patroni')
  .description(
    'Starts three PostgreSQL servers with Patroni and etcd, two instances of the service, and a receiver of webhooks, ' +
      'all on this machine. Kills the leader again and again under load, and checks that nothing acknowledged was lost. ' +
      'Takes about a minute for each kill. Exits with 1 if a promise is broken.',
  )
  .option('--kills <count>', 'how often the leader is killed', wholeNumber, 10)
  .option('--rate <count>', 'how many requests a second are sent', wholeNumber, 100)
  .parse();

const stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    process.stderr.write('Stopping everything …\n');
    await stack.disposeAsync();
    process.exit(130);
  });
}
try {
  const programs = await findPrograms();
  const isPassed = await drill(programs, command.opts<{ kills: number; rate: number }>(), stack);
  if (!isPassed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof MissingProgramsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await stack.disposeAsync();
}
