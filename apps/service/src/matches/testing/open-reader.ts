import type { Schemas } from '@partner-rating/server';
import { onTestFinished } from 'vitest';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { listenOver } from './listening-app.ts';
import { insertClubKey } from './post-batch.ts';
import { openClub } from './story.ts';

/** Opens the club of the examples on its own database, with functions that read from it. */
export async function openReader(kind: DatabaseKind) {
  const story = await openClub(kind);
  const { baseUrl, close } = await listenOver(story.database);
  onTestFinished(close);
  const apiKey = await insertClubKey(story.club);

  /** Sends a request with the club's key, or with another credential. */
  async function ask<Body>(
    path: string,
    credential: Record<string, string> = { 'x-api-key': apiKey },
  ) {
    const response = await fetch(`${baseUrl}${path}`, { headers: credential });
    return {
      status: response.status,
      body: (await response.json()) as Body & Omit<Schemas.Problem, 'status'>,
    };
  }

  /** Sets what a player grants the club. */
  async function setScopes(memberId: string, scopes: string[]): Promise<void> {
    const connection = story.database.updateTable('connection').set({ scopes });
    await connection.where('member_id', '=', memberId).execute();
  }

  return { ...story, apiKey, ask, setScopes };
}
