import { refusalOf } from '../../connect/login/domain/refusals.ts';
import { isProven, proveSession } from '../../connect/login/prove-session.ts';
import { operators } from '../../connect/login/realms.ts';
import { findPerson, type Person } from '../../connect/login/sessions.ts';
import { actAs } from '../../platform/audit/store/audit.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { operatorCaller } from '../api/caller.ts';
import { OPERATOR_PATH, operatorLogInPage, proofFields } from './log-in.ts';
import type { Area } from './parts/area.ts';

const refusals = {
  incomplete: 'Enter your password and the six digits that your app shows.',
  // The message does not say which of the two is wrong: a thief of the session could guess one at a time.
  wrong:
    'The password or the code is wrong. A code works once: if you used yours already, wait for the next one. After five wrong attempts you are logged out.',
};

const pages: Readonly<Partial<Record<string, string>>> = {
  clientId: '/operator/partners',
  memberId: '/operator/members',
};

/** The pages of operators. */
export const operatorsArea: Area<Person> = {
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
  find: async (dependencies, { headers }) =>
    await findPerson(dependencies, operators, headers.cookie),
  logInPage: (dependencies, request) =>
    operatorLogInPage(dependencies, request, { name: '', next: request.url, refusal: null }),
  callerOf: ({ name, role }) => operatorCaller(name, role === 'admin' ? 'admin' : 'support'),
  actAs: async ({ name }, run) => await actAs(name, run),
  proof: {
    fields: async () => proofFields('proof_'),
    isFresh: isProven,
    check: async (dependencies, operator, { field, raw }) => {
      const sealing = createSecretSealing(dependencies.configuration);
      const outcome = await proveSession(dependencies, sealing, operator, {
        password: field('proof_password'),
        code: field('proof_code'),
        userAgent: raw.headers['user-agent'] ?? null,
      });
      if (outcome === 'proven') return null;
      return outcome === 'ended' ? outcome : refusalOf('proof_password', refusals[outcome]);
    },
  },
  pageOf: (name, value) => (pages[name] === undefined ? null : `${pages[name]}/${value}`),
};
