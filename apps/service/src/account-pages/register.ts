import { throttledRefusal } from '../accounts/attempt-log-in.ts';
import type { Cookies } from '../accounts/cookies.ts';
import { PASSWORD_MINIMUM } from '../accounts/domain/passwords.ts';
import { readRegistration, type TypedRegistration } from '../accounts/domain/registration.ts';
import type { MailThrottle } from '../accounts/log-in-throttle.ts';
import type { PostedForm } from '../accounts/posted-form.ts';
import { rememberTooYoung, wasTooYoung } from '../accounts/refused-registration.ts';
import { register } from '../accounts/register.ts';
import { readAuthorizationQuery } from '../oauth/authorize-path.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { sendsMail } from '../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { type FormFault, renderMessage } from '../platform/pages/render.ts';
import { visitPage } from './visit-form.ts';

export const REGISTER_PATH = '/account/register';

const nothing: TypedRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  birthDate: '',
  password: '',
};

interface Attempt {
  status?: number;
  typed?: TypedRegistration;
  faults?: FormFault[];
  retryAfter?: number;
  cookies?: string[];
}

/** The page where a player registers; `authorization` is the request of a partner they come from. */
export function registerPage(
  dependencies: Dependencies,
  cookies: Cookies,
  authorization: string,
  { typed = nothing, faults = [], ...rest }: Attempt = {},
): HtmlAnswer {
  return visitPage(dependencies, cookies, {
    ...rest,
    heading: 'Create your account',
    lead: 'One account for your matches and ratings, wherever you play.',
    action: REGISTER_PATH,
    hidden: { authorization: readAuthorizationQuery(authorization) ?? '' },
    fields: [
      {
        name: 'first_name',
        label: 'First name',
        type: 'text',
        autocomplete: 'given-name',
        value: typed.firstName,
        maxLength: 100,
      },
      {
        name: 'last_name',
        label: 'Last name',
        type: 'text',
        autocomplete: 'family-name',
        value: typed.lastName,
        maxLength: 100,
      },
      {
        name: 'email',
        label: 'E-mail',
        type: 'email',
        autocomplete: 'username',
        value: typed.email,
        maxLength: 254,
        hint: 'We send a link there, which proves that it is yours.',
      },
      {
        name: 'birth_date',
        label: 'Date of birth',
        type: 'date',
        autocomplete: 'bday',
        value: typed.birthDate,
        hint: 'Decides the age groups you are rated in. Others see no more than your age group; an application that you connect sees your age.',
      },
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        minLength: PASSWORD_MINIMUM,
        hint: `At least ${PASSWORD_MINIMUM} characters. Several words that you can remember are better than one word with signs in it.`,
      },
    ],
    submit: 'Create account',
    faults,
    faultHeading: 'You are not registered yet',
    links: [{ before: 'Do you have an account already?', text: 'Log in', address: '/account' }],
  });
}

/** The form of that page. It is answered alike whether or not the address has an account. */
export function submitRegistration(dependencies: Dependencies, throttle: MailThrottle) {
  return async (form: PostedForm): Promise<HtmlAnswer> => {
    const { field, cookies, raw, requestId } = form;
    const typed = {
      firstName: field('first_name'),
      lastName: field('last_name'),
      email: field('email'),
      birthDate: field('birth_date'),
      password: field('password'),
    };
    const authorization = field('authorization');
    const read = readRegistration(typed, {
      now: dependencies.clock(),
      minimumAge: dependencies.configuration.minimumAge,
      wasTooYoung: await wasTooYoung(dependencies, form, typed.email),
    });
    if ('faults' in read) {
      const attempt = { status: 422, typed, faults: read.faults };
      // As often as mails are sent: nobody fills the table.
      const remembers = read.isTooYoung && (await throttle(raw.ip)) === null;
      return registerPage(dependencies, cookies, authorization, {
        ...attempt,
        cookies: remembers ? [await rememberTooYoung(dependencies, form, typed.email)] : [],
      });
    }
    const wait = await throttle(raw.ip);
    if (wait !== null) {
      const attempt = { typed, ...throttledRefusal(wait) };
      return registerPage(dependencies, cookies, authorization, attempt);
    }
    await register(dependencies, read.values, readAuthorizationQuery(authorization));
    const { email } = read.values;
    return htmlAnswer(200, renderMessage({ ...afterwards(dependencies, email), requestId }));
  };
}

function afterwards(dependencies: Dependencies, email: string) {
  if (!sendsMail(dependencies)) {
    return {
      title: 'One more step',
      paragraphs: [
        `This service sends no mail itself. Ask those who run it for the link that proves ${email} to be yours.`,
        'The link works for 24 hours. Until you follow it there is no account, and nobody can find you.',
      ],
    };
  }
  return {
    title: 'Look into your mailbox',
    paragraphs: [
      `We sent a mail to ${email}. It says how to go on, within 24 hours.`,
      'Until you follow its link there is no account, and nobody can find you. If nothing arrives, look among the unwanted mail, or register again.',
    ],
  };
}
