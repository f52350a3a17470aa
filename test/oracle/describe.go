package main

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
)

// describeInstanceTypes is EC2's answer to DescribeInstanceTypes.
func (t *typeTable) describeInstanceTypes() *ec2.DescribeInstanceTypesOutput {
	out := &ec2.DescribeInstanceTypesOutput{}
	for i := range t.Types {
		out.InstanceTypes = append(out.InstanceTypes, t.describe(i))
	}
	return out
}

// describeOfferings is EC2's answer to DescribeInstanceTypeOfferings by availability zone.
func (c *catalog) describeOfferings() *ec2.DescribeInstanceTypeOfferingsOutput {
	out := &ec2.DescribeInstanceTypeOfferingsOutput{}
	for _, name := range c.types.Types {
		for _, zone := range c.typeZones[name] {
			out.InstanceTypeOfferings = append(out.InstanceTypeOfferings, ec2types.InstanceTypeOffering{
				InstanceType: ec2types.InstanceType(name),
				Location:     aws.String(zone),
				LocationType: ec2types.LocationTypeAvailabilityZone,
			})
		}
	}
	return out
}

func (t *typeTable) describe(i int) ec2types.InstanceTypeInfo {
	name := t.Types[i]
	return ec2types.InstanceTypeInfo{
		InstanceType:                  ec2types.InstanceType(name),
		BareMetal:                     aws.Bool(t.IsBareMetal[name] == 1),
		BurstablePerformanceSupported: aws.Bool(t.IsBurstable[name] == 1),
		CurrentGeneration:             aws.Bool(t.IsPreviousGeneration[name] == 0),
		Hypervisor:                    ec2types.InstanceTypeHypervisor(t.Hypervisor[i]),
		VCpuInfo:                      &ec2types.VCpuInfo{DefaultVCpus: aws.Int32(t.VCPUs[i])},
		MemoryInfo:                    &ec2types.MemoryInfo{SizeInMiB: aws.Int64(t.MemoryMiB[i])},
		ProcessorInfo:                 t.processor(i),
		EbsInfo:                       t.ebs(i),
		InstanceStorageInfo:           t.storage(i),
		NetworkInfo:                   t.network(i),
		GpuInfo:                       t.gpus(name),
		NeuronInfo:                    t.neuron(name),
		InferenceAcceleratorInfo:      t.accelerators(name),
		NitroEnclavesSupport:          t.enclaves(i),
		PlacementGroupInfo:            &ec2types.PlacementGroupInfo{},
		SupportedUsageClasses:         t.usageClasses(name),
		SupportedVirtualizationTypes:  []ec2types.VirtualizationType{ec2types.VirtualizationTypeHvm},
	}
}

func (t *typeTable) enclaves(i int) ec2types.NitroEnclavesSupport {
	if t.HasNitroEnclaves[i] == 1 {
		return ec2types.NitroEnclavesSupportSupported
	}
	return ec2types.NitroEnclavesSupportUnsupported
}

func (t *typeTable) processor(i int) *ec2types.ProcessorInfo {
	info := &ec2types.ProcessorInfo{
		Manufacturer:           aws.String(t.CPUManufacturer[i]),
		SupportedArchitectures: []ec2types.ArchitectureType{ec2types.ArchitectureTypeX8664},
	}
	if t.Architecture[i] == "arm64" {
		info.SupportedArchitectures = []ec2types.ArchitectureType{ec2types.ArchitectureTypeArm64}
	}
	if t.ClockMHz[i] != 0 {
		info.SustainedClockSpeedInGhz = aws.Float64(float64(t.ClockMHz[i]) / 1000)
	}
	if t.HasNestedVirtualization[t.Types[i]] == 1 {
		info.SupportedFeatures = []ec2types.SupportedAdditionalProcessorFeature{ec2types.SupportedAdditionalProcessorFeatureNestedVirtualization}
	}
	return info
}

func (t *typeTable) ebs(i int) *ec2types.EbsInfo {
	if t.EBSBandwidthMbps[i] == nil {
		return nil
	}
	return &ec2types.EbsInfo{
		EbsOptimizedSupport: ec2types.EbsOptimizedSupportDefault,
		EbsOptimizedInfo:    &ec2types.EbsOptimizedInfo{MaximumBandwidthInMbps: t.EBSBandwidthMbps[i]},
	}
}

func (t *typeTable) storage(i int) *ec2types.InstanceStorageInfo {
	if t.InstanceStoreGB[i] == nil {
		return nil
	}
	info := &ec2types.InstanceStorageInfo{TotalSizeInGB: t.InstanceStoreGB[i], NvmeSupport: ec2types.EphemeralNvmeSupportUnsupported}
	if t.LocalNVMeGB[i] != nil {
		info.NvmeSupport = ec2types.EphemeralNvmeSupportRequired
	}
	return info
}

func (t *typeTable) network(i int) *ec2types.NetworkInfo {
	name := t.Types[i]
	info := &ec2types.NetworkInfo{
		DefaultNetworkCardIndex:      aws.Int32(0),
		Ipv4AddressesPerInterface:    aws.Int32(t.IPv4PerENI[i]),
		EncryptionInTransitSupported: aws.Bool(t.EncryptionInTransit[i] == 1),
		EnaSupport:                   ec2types.EnaSupportRequired,
	}
	if t.LacksENA[name] == 1 {
		info.EnaSupport = ec2types.EnaSupportUnsupported
	}
	cards := t.NetworkCards[name]
	if len(cards) == 0 {
		cards = []int32{t.ENIs[i]}
	}
	for index, enis := range cards {
		info.NetworkCards = append(info.NetworkCards, ec2types.NetworkCardInfo{
			NetworkCardIndex:         aws.Int32(int32(index)),
			MaximumNetworkInterfaces: aws.Int32(enis),
		})
	}
	if t.EFAs[i] != nil {
		info.EfaSupported = aws.Bool(true)
		info.EfaInfo = &ec2types.EfaInfo{MaximumEfaInterfaces: t.EFAs[i]}
	}
	return info
}

// manufacturers have EC2's spelling, because Karpenter chooses the extended resource by it.
var manufacturers = map[string]string{"nvidia": "NVIDIA", "amd": "AMD", "habana": "Habana"}

func (t *typeTable) gpus(name string) *ec2types.GpuInfo {
	if len(t.GPUs[name]) == 0 {
		return nil
	}
	info := &ec2types.GpuInfo{}
	for _, gpu := range t.GPUs[name] {
		manufacturer, ok := manufacturers[gpu.Manufacturer]
		if !ok {
			manufacturer = gpu.Manufacturer
		}
		info.Gpus = append(info.Gpus, ec2types.GpuDeviceInfo{
			Name:         aws.String(gpu.Name),
			Manufacturer: aws.String(manufacturer),
			Count:        aws.Int32(gpu.Count),
			MemoryInfo:   &ec2types.GpuDeviceMemoryInfo{SizeInMiB: aws.Int32(gpu.MemoryMiB)},
		})
	}
	return info
}

func (t *typeTable) neuron(name string) *ec2types.NeuronInfo {
	chips, ok := t.Neuron[name]
	if !ok {
		return nil
	}
	model := "neuron"
	if accelerator, ok := t.Accelerator[name]; ok {
		model = accelerator.Name
	}
	return &ec2types.NeuronInfo{NeuronDevices: []ec2types.NeuronDeviceInfo{{
		Name:     aws.String(model),
		Count:    aws.Int32(chips.Devices),
		CoreInfo: &ec2types.NeuronDeviceCoreInfo{Count: aws.Int32(chips.Cores / chips.Devices)},
	}}}
}

// accelerators are those that are not Neuron devices. EC2 lists a chip in only one place.
func (t *typeTable) accelerators(name string) *ec2types.InferenceAcceleratorInfo {
	accelerator, ok := t.Accelerator[name]
	if _, isNeuron := t.Neuron[name]; !ok || isNeuron {
		return nil
	}
	return &ec2types.InferenceAcceleratorInfo{Accelerators: []ec2types.InferenceDeviceInfo{{
		Name:         aws.String(accelerator.Name),
		Manufacturer: aws.String(accelerator.Manufacturer),
		Count:        aws.Int32(accelerator.Count),
	}}}
}

func (t *typeTable) usageClasses(name string) []ec2types.UsageClassType {
	classes := []ec2types.UsageClassType{ec2types.UsageClassTypeOnDemand}
	if t.LacksSpot[name] == 0 {
		classes = append(classes, ec2types.UsageClassTypeSpot)
	}
	if t.HasCapacityBlocks[name] == 1 {
		classes = append(classes, ec2types.UsageClassTypeCapacityBlock)
	}
	return classes
}
