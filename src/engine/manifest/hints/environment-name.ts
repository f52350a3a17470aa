const names =
  /^(?:dev|develop|development|test|testing|qa|int|integration|sandbox|stage|staging|stg|uat|preprod|pre-prod|perf|prod|production|prd|live)$/i;

/** Whether people call an environment so: `dev`, `staging`, `prod`. */
export const isEnvironmentName = (name: string): boolean => names.test(name);
