import { PartnerRatingClient } from '@partner-rating/client';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import {
  openWebhookReceiver,
  type WebhookReceiver,
} from '@partner-rating/service/src/testing/webhook-receiver.ts';
import { sendAtRate } from '../../measure/open-loop.ts';
import {
  auditRatings,
  describeAnswers,
  findMissingEvents,
  findMissingMatches,
  findMissingRatings,
  findWrongAnswers,
} from '../checks.ts';
import { Connections } from '../connections.ts';
import { Traffic } from '../traffic.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Instances, startInstances } from './instances.ts';
import type { Programs } from './programs.ts';
import { describeRound, describeRounds, ROUND_HEADING } from './report.ts';
import { killLeader, type Round } from './rounds.ts';

const WRITES_WITHIN_SECONDS = 5;
const SHOWN_ERRORS = 20;

// On a machine that is too slow, ever more requests would wait.
const MAX_WAITING = 500;

// One of a hundred requests is a player who changes what the partner may do.
const REQUESTS_FOR_A_CONSENT = 100;

// So that deliveries are under way when the leader is killed.
const RECEIVER_MILLISECONDS = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Setup {
  cluster: Cluster;
  instances: Instances;
  receiver: WebhookReceiver;
  client: PartnerRatingClient;
  traffic: Traffic;
  connections: Connections;
}

/** Runs the drill. Returns whether every promise was kept. */
export async function drill(
  programs: Programs,
  { kills, rate }: { kills: number; rate: number },
  stack: AsyncDisposableStack,
): Promise<boolean> {
  print(`${programs.versions}. Starting the cluster and two instances of the service …`);
  const setup = await start(programs, stack);
  print(`Killing the leader ${kills} times under ${rate} requests a second:\n${ROUND_HEADING}`);
  const rounds = await runRounds(setup, { kills, rate });
  print(describeRounds(rounds));
  print('Waiting for the last webhooks, then checking everything …');
  const slow = rounds.filter(({ writeSeconds }) => writeSeconds > WRITES_WITHIN_SECONDS);
  const broken = [
    ...(await findBroken(setup)),
    ...slow.map(({ writeSeconds }) => `Writes needed ${writeSeconds} s after a promotion.`),
  ];
  for (const promise of broken.slice(0, SHOWN_ERRORS)) print(`BROKEN: ${promise}`);
  print(broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises were broken.`);
  return broken.length === 0;
}

async function start(programs: Programs, stack: AsyncDisposableStack): Promise<Setup> {
  const cluster = await startCluster(programs, stack);
  const receiver = await openWebhookReceiver((response) => {
    setTimeout(() => response.writeHead(204).end(), RECEIVER_MILLISECONDS);
  });
  stack.defer(receiver.close);
  const instances = await startInstances(cluster.databaseUrl, { receiver, stack });
  const { facts } = instances;
  const client = new PartnerRatingClient(facts);
  await client.webhooks.createEndpoint({
    url: receiver.url,
    events: ['rating.updated', 'connection.created'],
  });
  const baseUrls = instances.all.map(({ baseUrl }) => baseUrl);
  const traffic = new Traffic(facts, baseUrls);
  const connections = new Connections(facts, baseUrls, (status) => traffic.countStatus(status));
  await connections.logIn();
  return { cluster, instances, receiver, client, traffic, connections };
}

async function runRounds(
  { cluster, traffic, connections }: Setup,
  { kills, rate }: { kills: number; rate: number },
): Promise<Round[]> {
  let isOver = false;
  let waiting = 0;
  let skipped = 0;
  const load = sendAtRate({
    requestsPerSecond: rate,
    seconds: Number.POSITIVE_INFINITY,
    isOver: () => isOver,
    send: async (index) => {
      if (waiting >= MAX_WAITING) {
        skipped += 1;
        return;
      }
      waiting += 1;
      const consent = index / REQUESTS_FOR_A_CONSENT;
      if (Number.isInteger(consent)) await connections.connect(consent);
      else await traffic.send(index);
      waiting -= 1;
    },
    onEnd: () => {},
  });
  const rounds: Round[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const round = await killLeader(cluster, traffic);
      rounds.push(round);
      print(describeRound(kill, round));
    }
  } finally {
    isOver = true;
  }
  await load;
  await traffic.repeatRefused();
  if (skipped > 0) {
    print(`${skipped} requests were not sent, because ${MAX_WAITING} others waited for an answer.`);
  }
  return rounds;
}

/** Checks everything that was acknowledged. Returns which promises were broken, one sentence each. */
async function findBroken(setup: Setup): Promise<string[]> {
  const { cluster, instances, receiver, client, traffic, connections } = setup;
  const { submissions } = traffic;
  const { database, close } = openPostgres(cluster.databaseUrl);
  try {
    const broken = [
      ...(await findMissingEvents(database, receiver)),
      ...(await findMissingMatches(database, submissions)),
      ...(await findMissingRatings(client, submissions)),
      ...(await connections.findErrors(database)),
      ...findWrongAnswers(traffic),
    ];
    const { text, isClean } = await auditRatings(instances.environment);
    if (!isClean) broken.push(`The audit failed: ${text}`);
    const events = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    print(
      `Acknowledged and checked: ${submissions.flatMap(({ identifiers }) => identifiers).length} matches, ` +
        `${connections.accessTokens.length} connections, ${events.size} events in ${receiver.requests.length} deliveries.`,
    );
    print(`Answers: ${describeAnswers(traffic)}. ${text}`);
    return broken;
  } finally {
    await close();
  }
}
