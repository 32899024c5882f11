import { readSignUp, type TypedSignUp } from '../../account/domain/new-account.ts';
import { accountTexts } from '../../account/domain/texts.ts';
import { emailField, newPasswordField, visitPage } from '../../account/pages/account-form.ts';
import { register } from '../../account/register.ts';
import { mailRefusal, throttledRefusal } from '../../connect/login/domain/refusals.ts';
import type { Cookies, PostedForm } from '../../connect/login/posted-form.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { type FormError, renderMessage } from '../../platform/pages/render.ts';

interface Attempt {
  status?: number;
  typed?: TypedSignUp;
  errors?: FormError[];
  retryAfter?: number;
}

const nothing: TypedSignUp = { name: '', email: '', password: '' };

/** The page where people of partners sign up. */
export function signUpPage(
  dependencies: Pick<Dependencies, 'publicUrl' | 'configuration'>,
  cookies: Cookies,
  { typed = nothing, errors = [], ...rest }: Attempt = {},
): HtmlAnswer {
  const { signUp: texts, forms, register: ofPlayers } = accountTexts();
  const { home, register: action } = cookies.realm;
  return visitPage(dependencies, cookies, {
    ...{ ...rest, heading: texts.heading, lead: texts.lead, action },
    fields: [
      {
        ...{ name: 'name', label: texts.name, type: 'text', autocomplete: 'name' },
        ...{ value: typed.name, maxLength: 100, hint: texts.nameHint },
      },
      {
        ...emailField(typed.email),
        hint: sendsMail(dependencies) ? ofPlayers.emailHint : ofPlayers.emailHintByOperator,
      },
      newPasswordField('password', forms.password),
    ],
    submit: texts.submit,
    namesOperator: true,
    errors,
    errorHeading: texts.notSignedUp,
    links: [{ ...ofPlayers.haveOne, address: home }],
  });
}

/** Takes the sign-up form. The answer is the same whether or not the address has an account. */
export function submitSignUp(dependencies: Dependencies, throttle: Throttles['mail']) {
  return async ({ field, cookies, raw, requestId }: PostedForm): Promise<HtmlAnswer> => {
    const typed = { name: field('name'), email: field('email'), password: field('password') };
    const read = readSignUp(typed);
    if ('errors' in read) {
      return signUpPage(dependencies, cookies, { status: 422, typed, errors: read.errors });
    }
    const wait = await throttle(raw.ip);
    if (wait !== null) {
      return signUpPage(dependencies, cookies, { typed, ...throttledRefusal(wait) });
    }
    const mailWait = await register(dependencies, { of: 'partner', ...read.values });
    if (mailWait !== null) {
      return signUpPage(dependencies, cookies, { typed, ...mailRefusal(mailWait) });
    }
    const { linkSent, askForLink } = accountTexts().signUp;
    const afterwards = sendsMail(dependencies) ? linkSent : askForLink;
    return htmlAnswer(200, renderMessage({ ...afterwards(read.values.email), requestId }));
  };
}
