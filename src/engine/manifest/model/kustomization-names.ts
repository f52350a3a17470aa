/** File names that kustomize looks for, in its order (kustomize api/konfig/general.go). */
export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

const kustomization = new RegExp(`(?:^|/)(?:${kustomizationNames.join('|')})$`);

/** Whether a file is a kustomization, by its name. It often has neither `apiVersion` nor `kind`. */
export const isKustomizationPath = (path: string): boolean => kustomization.test(path);
