/** Who asks, and what a service answered to each of some requests, by their paths. */
export type Answers = Record<string, unknown>;

export interface AskedPaths {
  /** Lists of what was submitted and connected. */
  facts: readonly string[];
  /** Whatever contains ratings. Another version of the model gives other ones. */
  ratings: readonly string[];
}

/** Returns what an application can read about its players, and about itself. */
export function pathsOf(memberIds: readonly string[]): AskedPaths {
  const ofMembers = memberIds.flatMap((id) => [
    `/partner/member?memberId=${id}`,
    `/partner/member/matches?memberId=${id}&limit=100`,
    `/partner/member/rating-history?memberId=${id}&limit=100`,
  ]);
  return {
    facts: [
      '/partner/matches?limit=100',
      '/partner/connections?limit=100',
      '/partner/webhook-endpoints',
      '/partner/webhook-deliveries?limit=100',
    ],
    ratings: [
      ...ofMembers,
      '/partner/rating-updates?limit=100',
      '/partner/search?name=Brennan&sport=pickleball&limit=100',
      '/leaderboard?sport=pickleball&limit=100',
    ],
  };
}

/** The lists that are read page by page. */
export function pagedPathsOf(memberId: string): string[] {
  return [
    '/partner/matches?limit=2',
    '/partner/connections?limit=1',
    '/partner/webhook-deliveries?limit=2',
    '/partner/rating-updates?limit=2',
    '/partner/search?name=Brennan&limit=1',
    '/leaderboard?sport=pickleball&limit=1',
    `/partner/member/matches?memberId=${memberId}&limit=2`,
    `/partner/member/rating-history?memberId=${memberId}&limit=2`,
  ];
}

/** What the tests read of an answer. */
interface Answer {
  errors?: { code: string }[];
  history?: unknown[];
}

/** Requests a path of the API with an API key. */
export async function ask(
  baseUrl: string,
  apiKey: string,
  path: string,
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Returns the answer to each path, all of which must succeed. */
export async function answersTo(
  baseUrl: string,
  apiKey: string,
  paths: readonly string[],
): Promise<Answers> {
  const answers: Answers = {};
  for (const path of paths) {
    const { status, body } = await ask(baseUrl, apiKey, path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    answers[path] = body;
  }
  return answers;
}

/** Returns the path of the second page of each list, with its answer. */
export async function secondPagesOf(
  baseUrl: string,
  apiKey: string,
  paths: readonly string[],
): Promise<Answers> {
  const first = await answersTo(baseUrl, apiKey, paths);
  const seconds = Object.entries(first).map(([path, body]) => {
    const { nextCursor } = body as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`${path} has no second page.`);
    return `${path}&cursor=${encodeURIComponent(nextCursor)}`;
  });
  return await answersTo(baseUrl, apiKey, seconds);
}

// Of a delivery or a connection that is used again, and of a cursor, which nobody decodes.
const passing = [
  ...['attempts', 'completedAt', 'errorMessage', 'lastAttemptAt', 'nextRetryAt', 'responseBody'],
  ...['statusCode', 'lastUsedAt', 'nextCursor'],
];

// What the model computes for each answer.
const computed = ['explanation', 'reliability'];

/** Leaves out of some answers, as JSON, what changes without a loss. */
export function lastingOf(answers: string, { isOfSameModel }: { isOfSameModel: boolean }): Answers {
  const omitted = new Set(isOfSameModel ? passing : [...passing, ...computed]);
  return JSON.parse(answers, (key, value) =>
    omitted.has(key) || (key === 'status' && value === 'pending') ? undefined : value,
  );
}
