const names =
  /^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i;

/** Whether a text is a usual name of an environment, such as `dev`, `staging` or `prod`. */
export const isEnvironmentName = (name: string): boolean => names.test(name);
