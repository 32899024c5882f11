import { authorizePath, readAuthorizationQuery } from '../../connect/authorization-answers.ts';
import {
  type LogInRefusal,
  mailRefusal,
  refusalOf,
  throttledRefusal,
} from '../../connect/login/domain/refusals.ts';
import type { Cookies, PostedForm } from '../../connect/login/posted-form.ts';
import { linkPath, players, type Realm } from '../../connect/login/realms.ts';
import { logInCookies } from '../../connect/login/sessions.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../../platform/pages/answer.ts';
import { type FormError, renderMessage } from '../../platform/pages/render.ts';
import { readRegistration, type TypedRegistration } from '../domain/new-account.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  confirmRegistration,
  findRegistrationByLink,
  isOwnRegistration,
  register,
  rememberTooYoung,
  wasTooYoung,
} from '../register.ts';
import {
  doneAnswer,
  emailField,
  expiredLinkPage,
  newPasswordField,
  passwordField,
  visitPage,
} from './account-form.ts';

export const REGISTER_PATH = players.register;

const nothing: TypedRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  birthDate: '',
  discoverable: '',
  password: '',
};

interface Attempt {
  status?: number;
  typed?: TypedRegistration;
  errors?: FormError[];
  retryAfter?: number;
  cookies?: string[];
}

/** Returns the page where a player registers. `authorization` is the request of the partner from which they come. */
export function registerPage(
  dependencies: Dependencies,
  cookies: Cookies,
  authorization: string,
  { typed = nothing, errors = [], ...rest }: Attempt = {},
): HtmlAnswer {
  const { register: texts, profile, forms, settings } = accountTexts();
  const { discovery } = settings;
  return visitPage(dependencies, cookies, {
    ...rest,
    heading: texts.heading,
    lead: texts.lead,
    action: REGISTER_PATH,
    hidden: { authorization: readAuthorizationQuery(authorization) ?? '' },
    fields: [
      {
        name: 'first_name',
        label: profile.firstName,
        type: 'text',
        autocomplete: 'given-name',
        value: typed.firstName,
        maxLength: 100,
      },
      {
        name: 'last_name',
        label: profile.lastName,
        type: 'text',
        autocomplete: 'family-name',
        value: typed.lastName,
        maxLength: 100,
      },
      {
        ...emailField(typed.email),
        hint: sendsMail(dependencies) ? texts.emailHint : texts.emailHintByOperator,
      },
      {
        name: 'birth_date',
        label: profile.birthDate,
        type: 'date',
        autocomplete: 'bday',
        value: typed.birthDate,
        hint: texts.birthDateHint,
      },
      {
        name: 'discoverable',
        label: discovery.heading,
        type: 'radio',
        choices: [
          { code: 'on', name: discovery.show },
          { code: 'off', name: discovery.hide },
        ],
        value: typed.discoverable,
        hint: texts.discoveryHint,
      },
      newPasswordField('password', forms.password),
    ],
    submit: texts.submit,
    namesOperator: true,
    errors,
    errorHeading: texts.notRegistered,
    links: [{ ...texts.haveOne, address: '/account' }],
  });
}

/** Handles the form of that page. The response is the same whether or not the address has an account. */
export function submitRegistration(dependencies: Dependencies, throttle: Throttles['mail']) {
  return async (form: PostedForm): Promise<HtmlAnswer> => {
    const { field, cookies, raw, requestId } = form;
    const typed = {
      firstName: field('first_name'),
      lastName: field('last_name'),
      email: field('email'),
      birthDate: field('birth_date'),
      discoverable: field('discoverable'),
      password: field('password'),
    };
    const authorization = field('authorization');
    const read = readRegistration(typed, {
      now: dependencies.clock(),
      minimumAge: dependencies.configuration.minimumAge,
      wasTooYoung: await wasTooYoung(dependencies, form, typed.email),
    });
    if ('errors' in read) {
      const attempt = { status: 422, typed, errors: read.errors };
      // Limited like mails, so that nobody can fill the table.
      const remembers = read.isTooYoung && (await throttle(raw.ip)) === null;
      return registerPage(dependencies, cookies, authorization, {
        ...attempt,
        cookies: remembers ? [await rememberTooYoung(dependencies, form, typed.email)] : [],
      });
    }
    const refuse = (refusal: LogInRefusal) =>
      registerPage(dependencies, cookies, authorization, { typed, ...refusal });
    const wait = await throttle(raw.ip);
    if (wait !== null) return refuse(throttledRefusal(wait));
    const registering = { of: 'player', ...read.values } as const;
    const query = readAuthorizationQuery(authorization);
    const mailWait = await register(dependencies, registering, query);
    if (mailWait !== null) return refuse(mailRefusal(mailWait));
    const { email } = read.values;
    const { linkSent, askForLink } = accountTexts().register;
    const afterwards = sendsMail(dependencies) ? linkSent : askForLink;
    return htmlAnswer(200, renderMessage({ ...afterwards(email), requestId }));
  };
}

type Proof = Pick<LogInRefusal, 'errors'> & Partial<LogInRefusal>;

const wordsOf = ({ of }: Realm) => {
  const { register: texts, signUp } = accountTexts();
  return of === 'player'
    ? { again: texts.again, forgotten: texts.finish.forgotten }
    : { again: signUp.again, forgotten: signUp.forgotten };
};

const expiredPage = (realm: Realm, requestId: string) =>
  expiredLinkPage(requestId, {
    home: realm.home,
    again: { address: realm.register, text: wordsOf(realm).again },
  });

/** Returns the page of a link that proves the address of a registration. */
export async function confirmRegistrationPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  attempt: Proof = { errors: [] },
): Promise<PageAnswer> {
  const { realm } = cookies;
  const registration = await findRegistrationByLink(dependencies, realm.of, token);
  if (registration === null) return expiredPage(realm, requestId);
  const texts = accountTexts().register.finish;
  return visitPage(dependencies, cookies, {
    ...attempt,
    heading: texts.heading,
    lead: texts.lead(registration.email),
    action: linkPath(realm, 'registration'),
    hidden: { token },
    username: registration.email,
    fields: [passwordField()],
    submit: texts.submit,
    errorHeading: texts.notFinished,
    links: [{ ...wordsOf(realm).forgotten, address: realm.register }],
  });
}

/**
 * Handles the form of that page: creates the account, logs in, and continues to the partner from which the player came.
 */
export function submitConfirmation(dependencies: Dependencies, throttle: Throttles['password']) {
  return async (form: PostedForm): Promise<PageAnswer> => {
    const { field, cookies, requestId } = form;
    const token = field('token');
    const refuse = (refusal: LogInRefusal) =>
      confirmRegistrationPage(dependencies, cookies, token, requestId, refusal);
    const { realm } = cookies;
    const registration = await findRegistrationByLink(dependencies, realm.of, token);
    if (registration === null) return expiredPage(realm, requestId);
    const wait = await throttle(registration.id);
    if (wait !== null) return await refuse(throttledRefusal(wait));
    if (!(await isOwnRegistration(registration, field('password')))) {
      return await refuse(refusalOf('password', accountTexts().register.finish.otherPassword));
    }
    const loggedIn = await confirmRegistration(dependencies, token, registration, form);
    if (loggedIn === null) return expiredPage(realm, requestId);
    const set = logInCookies(dependencies, loggedIn);
    if (realm.of !== 'player') return redirectAnswer(realm.home, set);
    const authorizationQuery = readAuthorizationQuery(registration.authorizationQuery);
    return authorizationQuery === null
      ? doneAnswer(dependencies, { kind: 'registered' }, set)
      : redirectAnswer(authorizePath(authorizationQuery), set);
  };
}
