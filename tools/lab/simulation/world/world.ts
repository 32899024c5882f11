// The state of one story: the running service, the people who use it, and what the checks expect.

import { createHash, type Hash } from 'node:crypto';
import { createMailComposer } from '@partner-rating/service/src/account/compose-mail.ts';
import { buildApp } from '@partner-rating/service/src/app.ts';
import type { BrowserSession } from '@partner-rating/service/src/connect/testing/browser-session.ts';
import { openKeyedHash } from '@partner-rating/service/src/members/keyed-hash.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import type { Dependencies } from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { MailDispatcher } from '@partner-rating/service/src/platform/mail/dispatch-mails.ts';
import { renderMail } from '@partner-rating/service/src/platform/mail/render-mail.ts';
import type { OutgoingMail } from '@partner-rating/service/src/platform/mail/transport.ts';
import {
  createDispatcher,
  type Dispatcher,
} from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import type { FastifyInstance } from 'fastify';
import { expectThat } from '../finding.ts';
import type { SimulatedDatabase } from '../machine/database.ts';
import { resetIdentifiers } from '../machine/identifiers.ts';
import { START, time } from '../machine/install.ts';
import { Link } from '../machine/link.ts';
import { Model } from './model.ts';
import {
  buildWithPages,
  operationOf,
  type PageRoute,
  type PlayedOperation,
  pageOf,
  type SentRequest,
} from './page-routes.ts';
import {
  type KnownOperator,
  makeOperators,
  makePartners,
  makePeople,
  makePlayers,
  type Partner,
  type Player,
} from './people.ts';
import { Receivers } from './receivers.ts';

const PUBLIC_URL = 'http://localhost:3001';

const configuration = readConfiguration({
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  VALIDATE_RESPONSES: 'true',
  RATE_LIMIT: '0',
  NETWORK_RATE_LIMIT: '0',
  INGEST_RATE_LIMIT: '0',
  TOKEN_RATE_LIMIT: '0',
  LOG_IN_RATE_LIMIT: '0',
  WEBHOOK_TEST_RATE_LIMIT: '0',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'ratings@example.com',
});

const MAIL_PAUSE = 2_000;

const ignore = () => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What an action declares to use. */
export interface Declared {
  /** The operations that the action may call. A request for another operation is a finding. */
  operations?: readonly PlayedOperation[];
  /** The pages that the action may open and send forms to, as registered: `GET /account`. */
  pages?: readonly string[];
  /** The operator's commands that the action may run. */
  commands?: readonly string[];
}

/** The running process, which a crash discards. */
interface Process {
  link: Link;
  app: FastifyInstance;
  pages: readonly PageRoute[];
  dispatcher: Dispatcher;
  mailDispatcher: MailDispatcher;
  dependencies: Dependencies;
}

/** The simulated world: the service, everybody who uses it, and the model of what must hold. */
export class World {
  readonly time = time;
  readonly model = new Model();
  readonly receivers = new Receivers();
  readonly direct: Database;
  partners: Partner[] = [];
  players: Player[] = [];
  operators: KnownOperator[] = [];
  /**
   * The browsers of players by index, and of operators by name. They survive a crash of the
   * service.
   */
  readonly browsers = new Map<number | string, BrowserSession>();
  /** The mails that arrived. */
  readonly mails: OutgoingMail[] = [];
  crashes = 0;
  /** The operations that were called with success. */
  readonly played = new Set<PlayedOperation>();
  /** The pages that were opened or received a form. */
  readonly opened = new Set<string>();
  /** What the current action declares. Null between two actions. */
  declared: Declared | null = null;
  readonly #simulated: SimulatedDatabase;
  readonly #transcript: Hash = createHash('sha256');
  #process: Process | null = null;

  private constructor(simulated: SimulatedDatabase) {
    this.#simulated = simulated;
    this.direct = simulated.direct();
  }

  static async open(simulated: SimulatedDatabase): Promise<World> {
    time.clear();
    time.now = START.getTime();
    resetIdentifiers(time.now);
    await simulated.empty();
    const world = new World(simulated);
    await world.start();
    world.partners = await makePartners(world.dependencies);
    world.players = await makePlayers(world.dependencies);
    world.operators = await makeOperators(world.dependencies);
    await makePeople(world.dependencies);
    for (const { name: operator } of world.operators) {
      world.model.acts.push({ operator, action: 'operator.set_up', atLeast: 1, atMost: 1 });
    }
    return world;
  }

  partner(index: number): Partner {
    return this.partners[index] ?? nobody();
  }

  player(index: number): Player {
    return this.players[index] ?? nobody();
  }

  /** The players who use two-step verification. */
  havingFactor(): Player[] {
    return this.players.filter(
      ({ factor, index }) => factor !== null && !this.model.erased.has(index),
    );
  }

  operator(index: number): KnownOperator {
    return this.operators[index] ?? nobody();
  }

  get dependencies(): Dependencies {
    return this.#running.dependencies;
  }

  get app(): FastifyInstance {
    return this.#running.app;
  }

  get link(): Link {
    return this.#running.link;
  }

  get #running(): Process {
    if (this.#process === null) throw new Error('The service is not running.');
    return this.#process;
  }

  /** What happened, to compare two runs. */
  record(line: string): void {
    this.#transcript.update(line).update('\n');
  }

  notePlayed(request: SentRequest, status: number): void {
    const operation = operationOf(request.method, request.url);
    if (operation !== null && status < 400) this.played.add(operation);
    const page = operation === null ? pageOf(this.#running.pages, request) : null;
    if (page !== null) this.opened.add(page);
    const { declared } = this;
    const isDeclared =
      declared?.operations?.some((one) => one === operation) === true ||
      declared?.pages?.some((one) => one === page) === true;
    expectThat(
      isDeclared || (declared === null && operation !== null),
      () => `An action requests ${operation ?? page ?? request.url} without saying so.`,
    );
  }

  noteCommand(words: readonly string[]): void {
    const typed = words.join(' ');
    expectThat(
      this.declared?.commands?.some((command) => typed.startsWith(command)) ?? false,
      () => `An action runs ${typed} without saying so in its commands.`,
    );
  }

  digest(): string {
    return this.#transcript.copy().digest('hex').slice(0, 16);
  }

  async start(): Promise<void> {
    const link = new Link(this.#simulated.pool, time);
    const { database } = link;
    const dependencies = { database, clock: time.clock, configuration, publicUrl: PUBLIC_URL };
    await openKeyedHash(dependencies);
    const dispatcher = createDispatcher(dependencies, {
      log,
      resolvePublic: async () => ['93.184.215.14'],
      pools: this.receivers.pools(() => time.now),
    });
    const compose = createMailComposer(dependencies);
    const mailDispatcher = new MailDispatcher(dependencies, {
      transport: { send: async (mail) => void this.mails.push(mail), close: ignore },
      compose: async (mail) => {
        const text = await compose(mail);
        return text && renderMail(text);
      },
      log,
      pauseMilliseconds: MAIL_PAUSE,
    });
    const { app, pages } = await buildWithPages(() =>
      buildApp(dependencies, { onWrite: dispatcher.wake }),
    );
    dispatcher.start();
    mailDispatcher.start();
    this.#process = { link, app, pages, dispatcher, mailDispatcher, dependencies };
  }

  /** The process crashes with everything in progress, and a new one starts. */
  async crash(): Promise<void> {
    const { link, app, dispatcher, mailDispatcher } = this.#running;
    link.cut();
    this.crashes += 1;
    this.#process = null;
    await time.until(Promise.all([dispatcher.stop(), mailDispatcher.stop(), app.close()]));
    time.clear();
    await this.start();
  }

  /** Restarts the process after a graceful shutdown. */
  async restart(): Promise<void> {
    await this.close();
    await this.start();
  }

  async close(): Promise<void> {
    if (this.#process === null) return;
    const { app, dispatcher, mailDispatcher } = this.#process;
    this.#process = null;
    await time.until(Promise.all([dispatcher.stop(), mailDispatcher.stop(), app.close()]));
    time.clear();
  }
}

function nobody(): never {
  throw new Error('There is nobody of that number.');
}
