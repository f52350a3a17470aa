/** plumbline's version: written in by the build; `dev` when run from source. */
export const version: string = process.env.PLUMBLINE_VERSION ?? 'dev';
