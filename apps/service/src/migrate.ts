import { whichDatabase } from './admin/terminal/which-database.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { readEnvironment } from './platform/configuration/env-file.ts';
import { openDatabase } from './platform/database/open.ts';
import { describeFault, explainStartFailure } from './start-failure.ts';

/** Brings the schema of a database that is there up to date, and says what was applied. */
export async function migrate({ envFile }: { envFile?: string }): Promise<void> {
  try {
    const configuration = readConfiguration(readEnvironment(envFile, process.env));
    process.stderr.write(`Database: ${whichDatabase(configuration)}\n`);
    const { applied, close } = await openDatabase(configuration);
    await close();
    const text =
      applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`;
    process.stdout.write(`${text}\n`);
  } catch (error) {
    process.stderr.write(
      `${explainStartFailure(error, 'Nothing was migrated') ?? describeFault(error)}\n`,
    );
    process.exitCode = 1;
  }
}
