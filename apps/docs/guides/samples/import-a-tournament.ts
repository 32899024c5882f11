import { readFile } from 'node:fs/promises';
import {
  PartnerRatingClient,
  type TournamentImport,
  type TournamentImportResult,
  ValidationError,
} from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Shows how an import would match its participants, and its errors. Stores nothing. */
export async function tryImport(file: string): Promise<TournamentImportResult> {
  const tournament: TournamentImport = JSON.parse(await readFile(file, 'utf8'));
  const result = await client.matches.importTournament({ ...tournament, dryRun: true });
  for (const { firstName, lastName, reason, displayName, memberId, isNew } of result.participants) {
    const who = isNew ? 'a new ghost' : `${displayName}, ${memberId ?? 'not shown'}`;
    process.stdout.write(`${firstName} ${lastName}: ${who} (${reason})\n`);
  }
  for (const { pointer, detail } of result.errors ?? []) {
    process.stderr.write(`${pointer}: ${detail}\n`);
  }
  return result;
}

/** Imports a tournament. You can run it again after any failure: nothing is imported twice. */
export async function importForGood(file: string): Promise<TournamentImportResult> {
  const tournament: TournamentImport = JSON.parse(await readFile(file, 'utf8'));
  try {
    return await client.matches.importTournament(tournament);
  } catch (error) {
    if (error instanceof ValidationError) {
      for (const { pointer, detail } of error.errors) {
        process.stderr.write(`${pointer}: ${detail}\n`);
      }
    }
    throw error;
  }
}
