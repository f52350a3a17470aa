/** The kubelet settings of an EC2NodeClass that Karpenter uses to size nodes. */
export interface KubeletConfiguration {
  readonly maxPods?: number;
  readonly podsPerCore?: number;
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly systemReserved?: Readonly<Record<string, string>>;
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
}

/** The parts of a karpenter.k8s.aws/v1 EC2NodeClass that plumbline reads, as in the manifest and without defaults. */
export interface EC2NodeClass {
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly amiFamily?: string;
    readonly amiSelectorTerms?: readonly {
      readonly alias?: string;
      readonly id?: string;
      readonly name?: string;
      readonly owner?: string;
      readonly ssmParameter?: string;
      readonly tags?: Record<string, string>;
    }[];
    readonly kubelet?: KubeletConfiguration;
    readonly blockDeviceMappings?: readonly {
      readonly deviceName?: string;
      readonly rootVolume?: boolean;
      readonly ebs?: {
        readonly volumeSize?: string | number;
        readonly volumeType?: string;
        readonly iops?: string | number;
        readonly throughput?: string | number;
      };
    }[];
    readonly associatePublicIPAddress?: boolean;
    readonly instanceStorePolicy?: string;
    readonly ipPrefixCount?: number;
    readonly networkInterfaces?: readonly {
      readonly networkCardIndex?: number;
      readonly deviceIndex?: number;
      readonly interfaceType?: string;
    }[];
    readonly connectionTracking?: Readonly<Record<string, unknown>>;
    readonly cpuOptions?: { readonly nestedVirtualization?: string };
    readonly enclaveOptions?: { readonly enabled?: boolean };
    readonly placementGroupSelector?: { readonly name?: string; readonly id?: string };
    readonly capacityReservationSelectorTerms?: readonly Record<string, unknown>[];
  };
  readonly status?: {
    readonly subnets?: readonly { readonly id?: string; readonly zone?: string; readonly zoneID?: string }[];
    readonly capacityReservations?: readonly {
      readonly id: string;
      readonly instanceType: string;
      readonly availabilityZone: string;
      readonly reservationType?: string;
      readonly interruptible?: boolean;
      readonly state?: string;
    }[];
  };
}
