package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
)

// catalogFolder reads the project's data/ and caches it.
type catalogFolder struct {
	path    string
	regions map[string]*catalog
}

// catalog has the project's data about the instance types of one region.
type catalog struct {
	region    string
	zones     []string
	zoneIDs   map[string]string
	types     typeTable
	typeZones map[string][]string
	// prices are on-demand prices in USD per hour; a type without a price has no entry.
	prices map[string]float64
}

// typeTable is data/instance-types.json: entry i of a column is type i; a map has properties that only a few types have.
type typeTable struct {
	Schema               string   `json:"schema"`
	Types                []string `json:"types"`
	Architecture         []string `json:"architecture"`
	VCPUs                []int32  `json:"vcpus"`
	MemoryMiB            []int64  `json:"memoryMib"`
	CPUManufacturer      []string `json:"cpuManufacturer"`
	ClockMHz             []int    `json:"clockMhz"`
	Hypervisor           []string `json:"hypervisor"`
	EncryptionInTransit  []int    `json:"encryptionInTransit"`
	EBSBandwidthMbps     []*int32 `json:"ebsBandwidthMbps"`
	NetworkBandwidthMbps []*int64 `json:"networkBandwidthMbps"`
	InstanceStoreGB      []*int64 `json:"instanceStoreGb"`
	LocalNVMeGB          []*int64 `json:"localNvmeGb"`
	ENIs                 []int32  `json:"enis"`
	IPv4PerENI           []int32  `json:"ipv4PerEni"`
	EFAs                 []*int32 `json:"efas"`
	BranchENIs           []*int   `json:"branchEnis"`

	HasNitroEnclaves []int `json:"hasNitroEnclaves"`

	NetworkCards            map[string][]int32 `json:"networkCards"`
	GPUs                    map[string][]gpu   `json:"gpus"`
	Accelerator             map[string]device  `json:"accelerator"`
	Neuron                  map[string]neuron  `json:"neuron"`
	IsBareMetal             map[string]int     `json:"isBareMetal"`
	IsBurstable             map[string]int     `json:"isBurstable"`
	IsPreviousGeneration    map[string]int     `json:"isPreviousGeneration"`
	HasNestedVirtualization map[string]int     `json:"hasNestedVirtualization"`
	HasCapacityBlocks       map[string]int     `json:"hasCapacityBlocks"`
	LacksSpot               map[string]int     `json:"lacksSpot"`
	LacksENA                map[string]int     `json:"lacksEna"`
}

type gpu struct {
	device
	MemoryMiB int32 `json:"memoryMib"`
}

type device struct {
	Name         string `json:"name"`
	Manufacturer string `json:"manufacturer"`
	Count        int32  `json:"count"`
}

type neuron struct {
	Devices int32 `json:"devices"`
	Cores   int32 `json:"cores"`
}

// regionTable is data/regions/<region>.json; bit i of a zone mask is zone i.
type regionTable struct {
	Schema      string     `json:"schema"`
	Zones       []string   `json:"zones"`
	ZoneIDs     []string   `json:"zoneIds"`
	Types       []string   `json:"types"`
	ZoneMasks   []int      `json:"zoneMasks"`
	OnDemandUSD []*float64 `json:"onDemandUsd"`
}

func (f catalogFolder) region(name string) *catalog {
	if known, ok := f.regions[name]; ok {
		return known
	}
	c := &catalog{region: name, zoneIDs: map[string]string{}, typeZones: map[string][]string{}, prices: map[string]float64{}}
	readJSON(filepath.Join(f.path, "instance-types.json"), &c.types)
	var table regionTable
	readJSON(filepath.Join(f.path, "regions", name+".json"), &table)
	if c.types.Schema != "plumbline/instance-types/1" || table.Schema != "plumbline/region/1" {
		panic(fmt.Sprintf("unknown schema: %s, %s", c.types.Schema, table.Schema))
	}
	c.zones = table.Zones
	for i, zone := range table.Zones {
		c.zoneIDs[zone] = table.ZoneIDs[i]
	}
	for i, instanceType := range table.Types {
		for bit, zone := range table.Zones {
			if table.ZoneMasks[i]&(1<<bit) != 0 {
				c.typeZones[instanceType] = append(c.typeZones[instanceType], zone)
			}
		}
		if price := table.OnDemandUSD[i]; price != nil {
			c.prices[instanceType] = *price
		}
	}
	c.types.replaceGeneratedTables()
	f.regions[name] = c
	return c
}

// replaceGeneratedTables changes the two tables in the provider's source to the catalog's data. The catalog's data is from
// a later commit, in which 3 bandwidths and 56 counts of branch interfaces differ.
func (t *typeTable) replaceGeneratedTables() {
	for i, name := range t.Types {
		if bandwidth := t.NetworkBandwidthMbps[i]; bandwidth != nil {
			instancetype.InstanceTypeBandwidthMegabits[name] = *bandwidth
		} else {
			delete(instancetype.InstanceTypeBandwidthMegabits, name)
		}
		limits, branch := instancetype.Limits[name], t.BranchENIs[i]
		if limits == nil && branch != nil {
			limits = &instancetype.VPCLimits{Interface: int(t.ENIs[i]), IPv4PerInterface: int(t.IPv4PerENI[i])}
			instancetype.Limits[name] = limits
		}
		if limits == nil {
			continue
		}
		limits.IsTrunkingCompatible, limits.BranchInterface = branch != nil, 0
		if branch != nil {
			limits.BranchInterface = *branch
		}
	}
}

func readJSON(path string, into any) {
	text, err := os.ReadFile(path)
	must(err)
	must(json.Unmarshal(text, into))
}
