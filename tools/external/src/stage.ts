import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserAgent } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient, SCOPES } from '@partner-rating/client';
import { programs, startService } from '@partner-rating/processes';
import { runCommand } from './command.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** An application that is registered at the service. */
export interface Application {
  clientId: string;
  apiKey: string;
  redirectUri: string;
}

/** The part of `demo.json` that the programs use. */
interface Facts {
  baseUrl: string;
  member: { id: string; memberId: number; email: string; password: string };
  otherMembers: { id: string; memberId: number; name: string }[];
  otherApplication: { apiKey: string };
  person: { email: string; password: string };
  ownApplications: [Application];
}

/** What the programs drive: a running service with the demonstration's data, and a receiver of its webhooks. */
export interface Stage extends AsyncDisposable {
  baseUrl: string;
  application: Application;
  player: Facts['member'];
  /** Returns another player, each one only once, so that no match repeats the match of another program. */
  nextPlayer: () => Facts['otherMembers'][number];
  /** The key of an application that the player has not connected. */
  strangersKey: string;
  /** Somebody who works for the demonstration's application. */
  person: Facts['person'];
  receiver: Receiver;
  /** A folder for files of the programs. */
  folder: string;
  /** The folder for pictures of pages; null if nobody looks at them. */
  pictures: string | null;
  /** Returns the link by which somebody with this address finishes their registration. */
  linkFor: (email: string) => Promise<string>;
  /** Sends the player through the pages of the service. Returns the address that they return to. */
  decide: (address: string, decision?: 'allow' | 'deny') => Promise<URL>;
  /** Connects the player, with every scope. Returns their access token. */
  connect: () => Promise<string>;
}

export async function openStage(pictures: string | null = null): Promise<Stage> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-external-'));
  cleanup.defer(() => rmSync(folder, { recursive: true }));
  const receiver = cleanup.use(await openReceiver());
  const data = join(folder, 'data');
  cleanup.use(
    await startService(
      {
        DATA_DIR: data,
        LOG_LEVEL: 'warn',
        VALIDATE_RESPONSES: 'true',
        // One player logs in many times within a minute.
        LOG_IN_RATE_LIMIT: '0',
        WEBHOOK_PRIVATE_TARGETS: new URL(receiver.url).host,
      },
      // Loopback addresses may have any port (RFC 8252, section 7.3).
      ['--app', 'external', '--redirect', 'http://127.0.0.1:4999/callback'],
    ),
  );
  const facts: Facts = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  const {
    baseUrl,
    member: player,
    otherApplication: { apiKey: strangersKey },
    person,
    ownApplications: [application],
  } = facts;
  const others = facts.otherMembers.values();
  const nextPlayer = () => {
    const { value } = others.next();
    if (value === undefined) throw new Error('The demonstration has no more players.');
    return value;
  };
  const linkFor = async (email: string) => {
    const words = ['member', 'link', '--email', email, '--purpose', 'verify'];
    const command = [process.execPath, programs.service, 'operator', ...words];
    const { output } = await runCommand(command, { folder, environment: { DATA_DIR: data } });
    const [link] = /https?:\S+/.exec(output) ?? [];
    if (link === undefined) throw new Error(output);
    return link;
  };
  const decide: Stage['decide'] = async (address, decision = 'allow') => {
    const { email, password } = player;
    const browser = new UserAgent();
    const logIn = await browser.open(address);
    const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
    const returned = await browser.submit(consent, '/connect/consent', { decision });
    return new URL(returned.url);
  };
  const { oauth } = new PartnerRatingClient({ baseUrl, apiKey: application.apiKey });
  const connect = async () => {
    const { code_verifier, ...challenge } = await generatePkce();
    const redirect_uri = application.redirectUri;
    const started = await oauth.authorize({ redirect_uri, scope: SCOPES, ...challenge });
    const code = (await decide(started.authorization_url)).searchParams.get('code') ?? '';
    return (await oauth.exchangeToken({ code, redirect_uri, code_verifier })).access_token;
  };
  const opened = cleanup.move();
  return {
    ...{ baseUrl, application, player, strangersKey, person, receiver, folder, pictures },
    ...{ nextPlayer, linkFor, decide, connect },
    [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
  };
}
