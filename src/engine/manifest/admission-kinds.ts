/** Kinds that decide what pods get when they are created, and that therefore change no pods that run. */
export const admissionKinds: readonly string[] = ['LimitRange', 'RuntimeClass', 'SecurityGroupPolicy'];
