/** plumbline's version. The build inserts it. It is `dev` when run from source. */
export const version: string = process.env.PLUMBLINE_VERSION ?? 'dev';
