import { lambdaHandler } from './hosts/bot/lambda/lambda.ts';

const { env, stdout } = process;

/** The handler of both functions of the bot in AWS Lambda: `lambda.handler`. */
export const handler = lambdaHandler({ env, write: (line) => void stdout.write(line) });
