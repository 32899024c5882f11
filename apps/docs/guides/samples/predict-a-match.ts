import { PartnerRatingClient } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

const TRUSTED = 0.5;

/** Predicts a doubles match of pickleball, best of three. */
export async function predictionInWords(
  ours: [string, string],
  theirs: [string, string],
): Promise<string> {
  const { predictions } = await client.matches.predict({
    sport: 'pickleball',
    bestOf: 3,
    matches: [{ teams: [ours, theirs] }],
  });
  const [prediction] = predictions;
  if (prediction === undefined) return 'Nothing was predicted.';
  const percent = Math.round(100 * (prediction.winProbability[0] ?? 0));
  const mark = prediction.reliability < TRUSTED ? ', but this is a guess' : '';
  return `We win with ${percent} %${mark}.`;
}
