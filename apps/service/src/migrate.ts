import { textWriter } from './admin/terminal/terminal.ts';
import { whichDatabase } from './admin/terminal/which-database.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { readEnvironment } from './platform/configuration/env-file.ts';
import { openDatabase } from './platform/database/open.ts';
import { describeFault, explainStartFailure } from './start-failure.ts';

const print = textWriter(process.stdout);
const printError = textWriter(process.stderr);

/** Brings the schema of a database that is there up to date, and says what was applied. */
export async function migrate({ envFile }: { envFile?: string }): Promise<void> {
  try {
    const configuration = readConfiguration(readEnvironment(envFile, process.env));
    printError(`Database: ${whichDatabase(configuration)}`);
    const { applied, close } = await openDatabase(configuration);
    await close();
    print(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
  } catch (error) {
    printError(explainStartFailure(error, 'Nothing was migrated') ?? describeFault(error));
    process.exitCode = 1;
  }
}
