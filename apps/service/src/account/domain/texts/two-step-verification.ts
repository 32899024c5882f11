/** The texts of the pages about two-step verification. */
export const twoStepVerificationTexts = {
  secondFactor: {
    turnOn: {
      heading: 'Turn on two-step verification',
      lead: 'Besides your password, a log-in then asks for a code of an app on your phone. Someone who learns your password still cannot log in.',
      submit: 'Continue',
      errorHeading: 'Nothing was changed',
    },
    turnOff: {
      heading: 'Turn off two-step verification?',
      lead: 'A log-in then asks only for your password. The key in your app and your recovery codes then no longer work.',
      submit: 'Turn off',
      errorHeading: 'Two-step verification is still on',
    },
    renew: {
      heading: 'Make new recovery codes',
      lead: 'After that, the codes you have now no longer work.',
      submit: 'Make new codes',
      errorHeading: 'The recovery codes are as before',
    },
    setUp: {
      heading: 'Set up two-step verification',
      lead: 'A log-in then asks for a code of an app on your phone, so that your password alone lets nobody in.',
      notOn: 'Two-step verification is not on yet',
      openApp:
        'Open an app that makes codes on your phone: an authenticator app, or your password manager.',
      scan: 'Scan this picture with it.',
      picture: 'QR code of the key below',
      orKey: 'Or [open the app on this device], or type the key in:',
      code: 'Type the code that the app shows now',
      submit: 'Turn on',
    },
    tookTooLong: 'That took too long. Enter your password for a new key.',
    isOn: 'Two-step verification is on.',
    renewed: 'The recovery codes you had no longer work.',
    codes: 'Your recovery codes',
    codesLead:
      'Each logs you in once when you are without your phone. Write them down or print this page now: they are not shown again, and without them and without your phone you cannot log in.',
    haveCodes: 'I saved my codes',
  },
};
