/** The settings of an operator who serves others. */
export const namedOperator = {
  SERVICE_NAME: 'Lone Star Ratings',
  OPERATOR_NAME: 'Texas Racquet Association',
  OPERATOR_CONTACT: 'help@lonestar.example',
  PRIVACY_URL: 'https://lonestar.example/privacy',
  TERMS_URL: 'https://lonestar.example/terms',
};
