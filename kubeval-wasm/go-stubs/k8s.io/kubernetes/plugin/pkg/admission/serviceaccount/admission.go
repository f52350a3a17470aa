// Package serviceaccount stands in for the real one, of which a warning needs a name.
package serviceaccount

// EnforceMountableSecretsAnnotation is the annotation of the same name of the admission plugin.
const EnforceMountableSecretsAnnotation = "kubernetes.io/enforce-mountable-secrets"
