/** The part of the STS client that is used: loaded only when somebody signs in. */
export { AssumeRoleWithWebIdentityCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
export { SignatureV4 } from '@smithy/signature-v4';
