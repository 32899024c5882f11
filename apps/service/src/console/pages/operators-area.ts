import type { FastifyRequest } from 'fastify';
import { readCookies } from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import { actAs } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { FormField } from '../../platform/pages/render.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { operatorCaller } from '../api/caller.ts';
import { isProven, proveOperator } from '../operators/prove-operator.ts';
import { findSessionOperator, type Operator } from '../operators/sessions.ts';
import { OPERATOR_PATH, operatorLogInPage } from './log-in.ts';
import type { Area } from './parts/area.ts';

const proofFields: FormField[] = [
  {
    name: 'proof_password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
  },
  {
    name: 'proof_code',
    label: 'Code',
    type: 'text',
    autocomplete: 'one-time-code',
    isCode: true,
    maxLength: 20,
    hint: 'The six digits that your app shows.',
  },
];

const pages: Readonly<Partial<Record<string, string>>> = {
  clientId: '/operator/partners',
  memberId: '/operator/members',
};

/** The pages of operators. */
export const operatorsArea: Area<Operator> = {
  realm: operators,
  home: OPERATOR_PATH,
  label: 'Operator',
  menu: [
    { text: 'Overview', address: OPERATOR_PATH },
    { text: 'Partners', address: '/operator/partners' },
    { text: 'Members', address: '/operator/members' },
    { text: 'Matches', address: '/operator/matches' },
    { text: 'Deliveries', address: '/operator/deliveries' },
    { text: 'Jobs', address: '/operator/jobs' },
    { text: 'Audit', address: '/operator/audit' },
  ],
  find: findOperatorOf,
  logInPage: (dependencies, request) =>
    operatorLogInPage(dependencies, request, { name: '', next: request.url, refusal: null }),
  callerOf: ({ name }) => operatorCaller(name, 'admin'),
  actAs: async ({ name }, run) => await actAs(name, run),
  proof: {
    fields: async () => proofFields,
    isFresh: isProven,
    check: async (dependencies, operator, { field, raw }) =>
      await proveOperator(dependencies, createSecretSealing(dependencies.configuration), operator, {
        password: field('proof_password'),
        code: field('proof_code'),
        userAgent: raw.headers['user-agent'] ?? null,
      }),
  },
  pageOf: (name, value) => (pages[name] === undefined ? null : `${pages[name]}/${value}`),
};

async function findOperatorOf(
  dependencies: Dependencies,
  { headers }: FastifyRequest,
): Promise<Operator | null> {
  const { session } = readCookies(dependencies.publicUrl, headers.cookie, operators);
  return await findSessionOperator(dependencies, session);
}
