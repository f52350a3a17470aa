package main

import (
	"encoding/json"
	"fmt"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// definition is one CustomResourceDefinition; its versions are compiled when they are first asked for.
type definition struct {
	crd      *apiextensionsv1.CustomResourceDefinition
	versions map[string]*servedVersion
	schemas  map[string]*structuralschema.Structural
	// embedding says of schemas whether objects are embedded somewhere in them.
	embedding map[*structuralschema.Structural]bool
}

// servedVersion is what the API server keeps for one version of a CustomResourceDefinition.
type servedVersion struct {
	kind            schema.GroupVersionKind
	resource        schema.GroupResource
	namespaceScoped bool
	hasStatus       bool
	scale           *apiextensions.CustomResourceSubresourceScale
	structural      *structuralschema.Structural
	schemaValidator validation.SchemaValidator
	warnings        []string
	coercer         coercer
	hasRules        bool
	cel             *cel.Validator
	celCompiled     bool
	// budget is what is left for the rules of the object in hand.
	budget int64
}

func newDefinition(text string) (*definition, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := json.Unmarshal([]byte(text), crd); err != nil {
		return nil, fmt.Errorf("not a CustomResourceDefinition: %v", err)
	}
	if crd.Spec.Group == "" || crd.Spec.Names.Kind == "" || len(crd.Spec.Versions) == 0 {
		return nil, fmt.Errorf("not a CustomResourceDefinition: spec.group, spec.names.kind and spec.versions are needed")
	}
	return &definition{
		crd:       crd,
		versions:  map[string]*servedVersion{},
		schemas:   map[string]*structuralschema.Structural{},
		embedding: map[*structuralschema.Structural]bool{},
	}, nil
}

// version gives the compiled form of a served version. The order of the calls is
// k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go getOrCreateServingInfoFor.
func (d *definition) version(name string) (*servedVersion, error) {
	if v, ok := d.versions[name]; ok {
		return v, nil
	}
	declared := d.declared(name)
	if declared == nil {
		return nil, fmt.Errorf("%s has no version %q", d.crd.Spec.Names.Kind, name)
	}
	internal, err := internalValidation(declared)
	if err != nil {
		return nil, err
	}
	structural, err := d.structural(name)
	if err != nil {
		return nil, err
	}
	schemaValidator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	v := &servedVersion{
		kind:            schema.GroupVersionKind{Group: d.crd.Spec.Group, Version: name, Kind: d.crd.Spec.Names.Kind},
		resource:        schema.GroupResource{Group: d.crd.Spec.Group, Resource: d.crd.Spec.Names.Plural},
		namespaceScoped: d.crd.Spec.Scope == apiextensionsv1.NamespaceScoped,
		structural:      structural,
		schemaValidator: schemaValidator,
		warnings:        d.deprecation(declared),
		hasRules:        hasRules(structural),
	}
	v.coercer = coercer{definition: d, groupKind: v.kind.GroupKind()}
	if declared.Subresources != nil {
		v.hasStatus = declared.Subresources.Status != nil
		if declared.Subresources.Scale != nil {
			v.scale = &apiextensions.CustomResourceSubresourceScale{}
			if err := apiextensionsv1.Convert_v1_CustomResourceSubresourceScale_To_apiextensions_CustomResourceSubresourceScale(declared.Subresources.Scale, v.scale, nil); err != nil {
				return nil, err
			}
		}
	}
	d.versions[name] = v
	return v, nil
}

func (d *definition) declared(name string) *apiextensionsv1.CustomResourceDefinitionVersion {
	for i := range d.crd.Spec.Versions {
		if d.crd.Spec.Versions[i].Name == name {
			return &d.crd.Spec.Versions[i]
		}
	}
	return nil
}

// structural gives the structural schema of a version, nil where the definition has no such version.
func (d *definition) structural(name string) (*structuralschema.Structural, error) {
	if s, ok := d.schemas[name]; ok {
		return s, nil
	}
	declared := d.declared(name)
	if declared == nil {
		return nil, nil
	}
	internal, err := internalValidation(declared)
	if err != nil {
		return nil, err
	}
	s, err := structuralschema.NewStructural(internal.OpenAPIV3Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema of version %q is not structural: %v", name, err)
	}
	// The defaults are shared with the definition, and PruneDefaults changes them.
	s = s.DeepCopy()
	if err := structuraldefaulting.PruneDefaults(s); err != nil {
		return nil, fmt.Errorf("the defaults of version %q cannot be pruned: %v", name, err)
	}
	d.schemas[name] = s
	return s, nil
}

// embeds says whether objects are embedded somewhere in a schema of the definition: elsewhere there is nothing to be coerced.
func (d *definition) embeds(s *structuralschema.Structural) bool {
	embeds, ok := d.embedding[s]
	if !ok {
		embeds = someIn(s, func(s *structuralschema.Structural) bool { return s.XEmbeddedResource })
		d.embedding[s] = embeds
	}
	return embeds
}

func (d *definition) storageVersion() string {
	for _, v := range d.crd.Spec.Versions {
		if v.Storage {
			return v.Name
		}
	}
	return d.crd.Spec.Versions[0].Name
}

func (d *definition) convertsByWebhook() bool {
	return d.crd.Spec.Conversion != nil && d.crd.Spec.Conversion.Strategy == apiextensionsv1.WebhookConverter
}

func internalValidation(declared *apiextensionsv1.CustomResourceDefinitionVersion) (*apiextensions.CustomResourceValidation, error) {
	if declared.Schema == nil || declared.Schema.OpenAPIV3Schema == nil {
		return nil, fmt.Errorf("version %q has no schema", declared.Name)
	}
	internal := &apiextensions.CustomResourceValidation{}
	err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(declared.Schema, internal, nil)
	return internal, err
}

// celValidator compiles the CEL rules when an object first gets as far as them, for that is the most expensive step.
func (v *servedVersion) celValidator() *cel.Validator {
	if !v.celCompiled {
		v.cel = cel.NewValidator(v.structural, true, v.ruleLimit())
		v.celCompiled = true
	}
	return v.cel
}

// untrustedRuleLimit is what one rule may cost where the caller lowers the budget, for a definition that nobody trusts. The
// server's own limit takes seconds in WebAssembly.
const untrustedRuleLimit = celconfig.PerCallLimit / 4

func (v *servedVersion) ruleLimit() uint64 {
	if v.budget < celconfig.RuntimeCELCostBudget {
		return untrustedRuleLimit
	}
	return celconfig.PerCallLimit
}

// hasRules is hasXValidations of schema/cel/validation.go: without rules there is no CEL validator at all.
func hasRules(s *structuralschema.Structural) bool {
	return someIn(s, func(s *structuralschema.Structural) bool { return len(s.XValidations) > 0 })
}

// someIn says whether a condition holds for a schema or for one within.
func someIn(s *structuralschema.Structural, holds func(*structuralschema.Structural) bool) bool {
	if s == nil {
		return false
	}
	if holds(s) || someIn(s.Items, holds) {
		return true
	}
	if s.AdditionalProperties != nil && someIn(s.AdditionalProperties.Structural, holds) {
		return true
	}
	for _, property := range s.Properties {
		if someIn(&property, holds) {
			return true
		}
	}
	return false
}

// deprecation gives the warnings of a deprecated version, as customresource_handler.go does.
func (d *definition) deprecation(declared *apiextensionsv1.CustomResourceDefinitionVersion) []string {
	if !declared.Deprecated {
		return nil
	}
	if declared.DeprecationWarning != nil {
		return []string{*declared.DeprecationWarning}
	}
	spec := d.crd.Spec
	message := fmt.Sprintf("%s/%s %s is deprecated", spec.Group, declared.Name, spec.Names.Kind)
	var newer []string
	for _, v := range spec.Versions {
		if v.Served && !v.Deprecated && version.CompareKubeAwareVersionStrings(declared.Name, v.Name) < 0 {
			newer = append(newer, v.Name)
		}
	}
	if len(newer) > 0 {
		sort.Slice(newer, func(i, j int) bool { return version.CompareKubeAwareVersionStrings(newer[i], newer[j]) > 0 })
		message += fmt.Sprintf("; use %s/%s %s", spec.Group, newer[0], spec.Names.Kind)
	}
	return []string{message}
}
