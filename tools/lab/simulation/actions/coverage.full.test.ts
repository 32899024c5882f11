import { operations } from '@partner-rating/server';
import { buildApp } from '@partner-rating/service/src/app.ts';
import { consolePages } from '@partner-rating/service/src/console/people/pages.ts';
import { operatorCommands } from '@partner-rating/service/src/console/testing/operator.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { describe, expect, it } from 'vitest';
import { buildWithPages } from '../world/page-routes.ts';
import { actionNamed, actions } from './all.ts';

// The list of routes needs no database.
const { pages } = await buildWithPages(() =>
  buildApp({
    database: {} as Database,
    clock: () => new Date(),
    configuration: readConfiguration({}),
    publicUrl: 'http://localhost:3001',
  }),
);

const played = Object.keys(actions).map(actionNamed);

// The simulation itself reports an action that uses an operation or page that the action does not declare.
describe('an action covers', () => {
  it.each(operations.map(({ id }) => id))('the operation %s of the contract', (id) => {
    expect(played.flatMap((action) => action.operations ?? [])).toContain(id);
  });

  const unplayedPages: Record<string, string> = {
    'GET /favicon.ico': 'is a file',
    'GET /favicon.svg': 'is a file',
    'GET /icons/180.png': 'is a file',
    'GET /icons/192.png': 'is a file',
    'GET /icons/512.png': 'is a file',
    'GET /manifest.webmanifest': 'is a file',
    'GET /robots.txt': 'is a file',
    'GET /.well-known/oauth-authorization-server/api/v1': 'says what never changes',
    'GET /api/v1/.well-known/oauth-authorization-server': 'says what never changes',
    'GET /.well-known/oauth-protected-resource/api/v1': 'says what never changes',
    'GET /api/v1/.well-known/oauth-protected-resource': 'says what never changes',
    'GET /account/log-in/allow':
      'is for an account at which too many passwords were guessed in a day',
    'POST /account/log-in/allow':
      'is for an account at which too many passwords were guessed in a day',
    'GET /operator/log-in/allow':
      'is for an account at which too many passwords were guessed in a day',
    'POST /operator/log-in/allow':
      'is for an account at which too many passwords were guessed in a day',
    ...Object.fromEntries(
      [
        'log-in/allow',
        'log-in/code',
        'password/forgotten',
        'password/new',
        'sign-up/confirm',
      ].flatMap((path) =>
        ['GET', 'POST'].map((method) => [
          `${method} /console/${path}`,
          'is the page of players, with the same code, for people of partners',
        ]),
      ),
    ),
    ...Object.fromEntries(
      [
        ...['/console/log-in', '/console/log-out', '/console/sign-up', '/console/erase'],
        ...consolePages.map(({ path }) => path),
      ].flatMap((path) =>
        ['GET', 'POST'].map((method) => [
          `${method} ${path}`,
          'is for people of partners, who are not in the stories yet',
        ]),
      ),
    ),
    'POST /operator/partners create': 'calls the operation of `partner create`',
    'POST /operator/partners/:clientId create-key': 'calls the operation of `partner key create`',
    'POST /operator/partners approve': 'is for applications that people create at the console',
    'POST /operator/partners/:clientId approve':
      'is for applications that people create at the console',
    'POST /operator/members/:memberId edit-ghost': 'is for members without an account',
    'GET /healthz': 'is for machines, which ask nothing else',
    'GET /readyz': 'is for machines, which ask nothing else',
    'GET /openapi.json': 'is documentation',
    'GET /openapi.yaml': 'is documentation',
    'GET /llms.txt': 'is documentation',
    'GET /llms-full.txt': 'is documentation',
    'GET /docs': 'is documentation',
    'GET /docs/*': 'is documentation',
    ...Object.fromEntries(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
        `${method} /api/admin/v1/*`,
        'leads to the operations of operators',
      ]),
    ),
  };

  it.each(pages.map(({ name }) => name))('the page %s, or a reason is given why not', (page) => {
    const isPlayed = played.some((action) => action.pages?.includes(page));
    expect(isPlayed).toBe(unplayedPages[page] === undefined);
  });

  const unplayedCommands: Record<string, string> = {
    'account link': 'is for an account that is guessed at more than a day takes',
    'account edit': 'says where mails go, and the stories send none',
    'account show': 'shows what the list shows',
    'member confirm-birth-date':
      'ends the protection of a child, and the players of the stories are adults',
    'member create': 'creates the account that the stories begin with, by the same function',
    'member export': 'writes a file; the account page gives the same export',
    'ratings fit': 'takes more matches than a story has; its own test applies and undoes a fit',
    'partner approve': 'is for applications that people create at the console',
    ...Object.fromEntries(
      ['list', 'create', 'edit', 'delete', 'rotate-secret'].map((words) => [
        `partner endpoint ${words}`,
        'does what partners do by their API, by the same functions',
      ]),
    ),
    'member claim': 'decides for a player what the account page has them decide themselves',
  };

  it.each(operatorCommands().map(([words]) => words))(
    "the operator's command %s, or a reason is given why not",
    (command) => {
      const isPlayed = played.some((action) => action.commands?.includes(command));
      expect(isPlayed).toBe(unplayedCommands[command] === undefined);
    },
  );
});
