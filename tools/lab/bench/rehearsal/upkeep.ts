import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { startServer } from '../servers/server-process.ts';
import { command, type League, secondsOf, urlOf } from './league.ts';
import { runPostgres, runService } from './run-program.ts';
import type { Measured } from './table.ts';

const SPORT = 'pickleball';
const RESTORED = 'rehearsal_restored';

/** Measures the tasks of an operator: audit, fit, backup, restore, and upgrade of the restored database. */
export async function measureUpkeep(
  { url: maintenanceUrl, binaries }: PostgresCluster,
  { databaseUrl }: League,
): Promise<Measured[]> {
  const audit = await runService(databaseUrl, ['operator', 'ratings', 'audit']);
  const fit = await runService(databaseUrl, ['operator', 'ratings', 'fit', SPORT]);
  const dump = join(tmpdir(), `rehearsal-${process.pid}.dump`);
  const restoredUrl = urlOf(maintenanceUrl, RESTORED);
  try {
    const backup = await runPostgres(binaries, 'pg_dump', [
      '--format=custom',
      `--file=${dump}`,
      databaseUrl,
    ]);
    const { size } = await stat(dump);
    await command(maintenanceUrl, `drop database if exists ${RESTORED} with (force)`);
    await command(maintenanceUrl, `create database ${RESTORED}`);
    const restore = await runPostgres(binaries, 'pg_restore', [
      '--no-owner',
      `--dbname=${restoredUrl}`,
      dump,
    ]);
    const migrate = await runService(restoredUrl, ['migrate']);
    const start = await secondsOf(async () => {
      await (await startServer('service', { DATABASE_URL: restoredUrl })).stop();
    });
    return [
      { name: 'Audit', unit: 's', value: audit.seconds },
      { name: 'Audit: memory of the command at its peak', unit: 'MB', value: audit.megabytes },
      { name: 'Fit of the latest 200,000 matches', unit: 's', value: fit.seconds },
      { name: 'Fit: memory of the command at its peak', unit: 'MB', value: fit.megabytes },
      { name: 'Backup with pg_dump', unit: 's', value: backup.seconds },
      { name: 'Dump', unit: 'MB', value: size / 1e6 },
      { name: 'Restore with pg_restore', unit: 's', value: restore.seconds },
      { name: 'Upgrade: `migrate` of the restored database', unit: 's', value: migrate.seconds },
      { name: 'Upgrade: first start on the restored database', unit: 's', value: start },
    ];
  } finally {
    await rm(dump, { force: true });
    await command(maintenanceUrl, `drop database if exists ${RESTORED} with (force)`);
  }
}
