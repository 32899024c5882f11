import type { FastifyRequest } from 'fastify';
import { proofFields } from '../../account/pages/account-form.ts';
import { accountLogInPage } from '../../account/pages/log-in.ts';
import { takeNotice } from '../../connect/login/notice.ts';
import { readCookies } from '../../connect/login/posted-form.ts';
import { createOwnerProof } from '../../connect/login/prove-owner.ts';
import { isProven } from '../../connect/login/prove-session.ts';
import { partnerPeople } from '../../connect/login/realms.ts';
import { findPartnerPerson, type PartnerPerson } from '../../connect/login/sessions.ts';
import { recordProof } from '../../connect/login/store/sessions.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import { actAsPerson } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { HtmlAnswer } from '../../platform/pages/answer.ts';
import { hashSecret } from '../../platform/secrets/sealing.ts';
import { acceptInvitations } from '../actions/partners.ts';
import { partnerCaller } from '../api/caller.ts';
import type { Area } from '../pages/parts/area.ts';

export const APPLICATIONS_PATH = `${partnerPeople.home}/applications`;

/** The pages of people of partners. */
export function peopleArea(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): Area<PartnerPerson> {
  const prove = createOwnerProof(dependencies, throttles);
  const { home } = partnerPeople;
  return {
    realm: partnerPeople,
    home,
    label: 'Console',
    menu: [
      { text: 'Applications', address: home },
      { text: 'Guides', address: '/docs/guides/console' },
    ],
    find: async (_, { headers }) => {
      const person = await findPartnerPerson(dependencies, headers.cookie);
      if (person !== null) await acceptInvitations(dependencies, person);
      return person;
    },
    logInPage: partnerLogInPage,
    callerOf: ({ accountId, name, email }) => partnerCaller({ accountId, name, email }),
    actAs: async ({ accountId }, run) => await actAsPerson(accountId, run),
    proof: {
      fields: async (_, { accountId }) => await proofFields(dependencies, accountId),
      isFresh: isProven,
      check: async ({ database, clock }, person, form) => {
        const proof = await prove(person, form);
        if ('errors' in proof) return proof;
        await recordProof(database, hashSecret(person.session), clock());
        return null;
      },
    },
    pageOf: (name, value) => (name === 'clientId' ? `${APPLICATIONS_PATH}/${value}` : null),
  };
}

/** The log-in page of the console. */
export function partnerLogInPage(
  dependencies: Dependencies,
  { headers: { cookie } }: Pick<FastifyRequest, 'headers'>,
): HtmlAnswer {
  const cookies = readCookies(dependencies.publicUrl, cookie, partnerPeople);
  const notice = takeNotice(dependencies, cookie, partnerPeople);
  return accountLogInPage(dependencies, cookies, notice);
}
