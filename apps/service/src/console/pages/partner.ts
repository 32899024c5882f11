import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { listPartnerKeys } from '../actions/keys.ts';
import { type ShownPartner, showPartner } from '../actions/partners.ts';
import { OperatorError } from '../terminal.ts';
import {
  type Act,
  auditReason,
  type OperatorPageDefinition,
  textField,
  typed,
  type Visit,
} from './operator-page.ts';
import { keysSection, PARTNERS_PATH, partnerBadge, revocation } from './partners.ts';
import type { OperatorView, Section } from './render-operator.ts';
import { at, atOr, count, factAt, limitWords } from './shown.ts';

/** A partner: what it is and has, and what may be changed of it. */
export const partnerPage: OperatorPageDefinition = {
  path: `${PARTNERS_PATH}/:clientId`,
  current: PARTNERS_PATH,
  show: async (visit): Promise<OperatorView> => {
    const { dependencies, params } = visit;
    const partner = await showPartner(dependencies, params.clientId ?? '');
    const keys = await listPartnerKeys(dependencies, partner.clientId);
    const now = dependencies.clock();
    return {
      title: partner.name,
      badge: partnerBadge(partner),
      parent: { text: 'All partners', address: PARTNERS_PATH },
      sections: [
        facts(partner),
        keysSection(keys, now),
        ...(partner.deletedAt === null
          ? [
              nameForm(visit, partner),
              redirectsForm(visit, partner),
              limitsForm(visit, partner),
              ...revocation(visit, keys, now),
              suspensionForm(visit, partner),
            ]
          : []),
      ],
    };
  },
  acts: {
    rename: edit(undefined, async ({ call }, clientId, field) => {
      await call('partners.update', { clientId, name: field('name').trim() });
      return { notice: 'renamed' };
    }),
    redirects: edit('change redirect addresses', async ({ call }, clientId, field) => {
      await call('partners.update', { clientId, redirectUris: linesOf(field('redirectUris')) });
      return { notice: 'redirects' };
    }),
    limits: edit(undefined, async ({ call }, clientId, field) => {
      const limits = limitFields.map(({ name }) => {
        const text = field(name).trim();
        const limit = /^\d+$/.test(text) ? Number(text) : text;
        return [name, text === '' ? null : limit] as const;
      });
      await call('partners.update', { clientId, ...Object.fromEntries(limits) });
      return { notice: 'limits' };
    }),
    revoke: act('revoke a key', async ({ dependencies, call }, clientId, field) => {
      const keys = await listPartnerKeys(dependencies, clientId);
      // Looked for among this partner's, so that the key of another is none.
      const key = keys.find(({ keyId }) => keyId === field('key'));
      if (key === undefined) {
        throw new OperatorError('Choose one of the keys that are live.', { field: 'key' });
      }
      const endTokens = field('tokens') === 'yes';
      await call('keys.revoke', { keyId: key.keyId, endTokens });
      return { notice: 'revoked' };
    }),
    suspend: act('suspend a partner', async ({ call }, clientId, field) => {
      const reason = field('reason').trim();
      await call('partners.suspend', { clientId, ...(reason !== '' && { reason }) });
      return { notice: 'suspended' };
    }),
    resume: act('resume a partner', async ({ call }, clientId) => {
      await call('partners.resume', { clientId });
      return { notice: 'resumed' };
    }),
  },
};

const limitFields = rateLimitClasses.map(({ name }) => ({
  limitClass: name,
  name: `limits.${name === 'webhook-test' ? 'webhookTest' : name}`,
}));

type Run = (
  visit: Visit,
  clientId: string,
  field: (name: string) => string,
) => ReturnType<Act['run']>;

type AsksAgain = string | undefined;

function edit(asksAgain: AsksAgain, run: Run): Act {
  return { ...act(asksAgain, run), isEdit: true };
}

function act(asksAgain: AsksAgain, run: Run): Act {
  return {
    ...(asksAgain !== undefined && { asksAgain }),
    run: async (visit, form) => await run(visit, visit.params.clientId ?? '', form.field),
  };
}

function facts(partner: ShownPartner): Section {
  const { clientId, lastUsedAt, lastBatchAt, webhookEndpoints, failingEndpoints } = partner;
  const query = `partner=${clientId}`;
  return {
    kind: 'facts',
    heading: 'What it is and has',
    facts: [
      { label: 'client_id', values: [{ text: clientId, isCode: true }] },
      { label: 'Application', values: [{ text: partner.applicationId, isCode: true }] },
      { label: 'Made', values: [at(partner.createdAt)] },
      ...factAt('Suspended since', partner.suspendedAt),
      ...factAt('Deleted', partner.deletedAt),
      { label: 'Live keys', values: [count(partner.liveKeys)] },
      { label: 'A key was last used', values: [atOr(lastUsedAt, 'never')] },
      { label: 'Connected players', values: [count(partner.connectedPlayers)] },
      {
        label: 'Webhook endpoints',
        values: [`${count(webhookEndpoints)}, ${count(failingEndpoints)} failing`],
      },
      { label: 'Batches', values: [count(partner.batches)] },
      { label: 'Last batch', values: [atOr(lastBatchAt, 'never')] },
    ],
    links: [
      { text: 'Its matches', address: `/operator/matches?${query}` },
      { text: 'Its deliveries', address: `/operator/deliveries?${query}` },
      { text: 'What was done', address: `/operator/audit?${query}` },
    ],
  };
}

function nameForm(visit: Visit, { name }: ShownPartner): Section {
  const value = typed(visit, 'rename', 'name', name);
  return {
    kind: 'form',
    heading: 'Name',
    form: {
      act: 'rename',
      fields: [textField('name', 'What players see when they connect', value, { maxLength: 100 })],
      submit: 'Change the name',
    },
  };
}

function redirectsForm(visit: Visit, { redirectUris }: ShownPartner): Section {
  const value = typed(visit, 'redirects', 'redirectUris', redirectUris.join('\n'));
  return {
    kind: 'form',
    heading: 'Redirect addresses',
    hint: 'Where players go back to, compared character by character.',
    form: {
      act: 'redirects',
      fields: [{ name: 'redirectUris', label: 'One on each line', kind: 'lines', value }],
      submit: 'Change the addresses',
    },
  };
}

function limitsForm(visit: Visit, { limits }: ShownPartner): Section {
  return {
    kind: 'form',
    heading: 'Limits of its own',
    hint: 'Requests a minute; 0 is no limit. An empty field has the limit of the service.',
    form: {
      act: 'limits',
      fields: limitFields.map(({ name, limitClass }) => {
        const value = typed(visit, 'limits', name, String(limits[limitClass] ?? ''));
        const extras = { isOptional: true, isCode: true };
        return textField(name, limitWords(limitClass), value, extras);
      }),
      submit: 'Change the limits',
    },
  };
}

function suspensionForm(visit: Visit, { suspendedAt }: ShownPartner): Section {
  if (suspendedAt !== null) {
    return {
      kind: 'form',
      heading: 'Resume',
      hint: 'The same keys, tokens and connections work again. What happened meanwhile is not sent later.',
      form: { act: 'resume', fields: [], submit: 'Resume this partner' },
    };
  }
  return {
    kind: 'form',
    heading: 'Suspend',
    hint: 'Keys, tokens and webhooks stop at once, on all instances. Nothing is deleted.',
    form: {
      act: 'suspend',
      fields: [auditReason(visit, 'suspend', 'The partner is not shown it.')],
      submit: 'Suspend this partner',
      isDangerous: true,
    },
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
