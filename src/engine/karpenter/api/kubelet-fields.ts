/** The type of a kubelet field: `whole` is a 32-bit integer, `large` a 64-bit one, and `flags` maps names to booleans. */
export type KubeletFieldType =
  | 'boolean'
  | 'whole'
  | 'large'
  | 'number'
  | 'text'
  | 'duration'
  | 'texts'
  | 'textMap'
  | 'flags'
  | 'list'
  | 'mapping';

const fields: Readonly<Record<KubeletFieldType, string>> = {
  boolean: `
    cgroupsPerQOS cpuCFSQuota enableContentionProfiling enableControllerAttachDetach enableDebugFlagsHandler
    enableDebuggingHandlers enableProfilingHandler enableServer enableSystemLogHandler enableSystemLogQuery
    failCgroupV1 failSwapOn kernelMemcgNotification localStorageCapacityIsolation makeIPTablesUtilChains
    mergeDefaultEvictionSettings protectKernelDefaults registerNode rotateCertificates runOnce seccompDefault
    serializeImagePulls serverTLSBootstrap singleProcessOOMKill
  `,
  whole: `
    containerLogMaxFiles containerLogMaxWorkers eventBurst eventRecordQPS evictionMaxPodGracePeriod healthzPort
    imageGCHighThresholdPercent imageGCLowThresholdPercent iptablesDropBit iptablesMasqueradeBit kubeAPIBurst
    kubeAPIQPS maxParallelImagePulls maxPods nodeLeaseDurationSeconds nodeStatusMaxImages oomScoreAdj podsPerCore
    port readOnlyPort registryBurst registryPullQPS
  `,
  large: 'maxOpenFiles podPidsLimit',
  number: 'memoryThrottlingFactor',
  text: `
    address apiVersion cgroupDriver cgroupRoot clusterDomain configMapAndSecretChangeDetectionStrategy
    containerLogMaxSize containerRuntimeEndpoint contentType cpuManagerPolicy hairpinMode healthzBindAddress
    imagePullCredentialsVerificationPolicy imageServiceEndpoint kind kubeletCgroups kubeReservedCgroup
    memoryManagerPolicy memoryReservationPolicy podCIDR podLogsDir providerID reservedSystemCPUs resolvConf
    showHiddenMetricsForVersion staticPodPath staticPodURL systemCgroups systemReservedCgroup tlsCertFile
    tlsMinVersion tlsPrivateKeyFile topologyManagerPolicy topologyManagerScope volumePluginDir
  `,
  duration: `
    containerLogMonitorInterval cpuCFSQuotaPeriod cpuManagerReconcilePeriod evictionPressureTransitionPeriod
    fileCheckFrequency httpCheckFrequency imageMaximumGCAge imageMinimumGCAge nodeStatusReportFrequency
    nodeStatusUpdateFrequency runtimeRequestTimeout shutdownGracePeriod shutdownGracePeriodCriticalPods
    streamingConnectionIdleTimeout syncFrequency volumeStatsAggPeriod
  `,
  texts: `
    allowedUnsafeSysctls clusterDNS enforceNodeAllocatable preloadedImagesVerificationAllowlist tlsCipherSuites
  `,
  textMap: `
    cpuManagerPolicyOptions defaultPodSysctls evictionHard evictionMinimumReclaim evictionSoft
    evictionSoftGracePeriod kubeReserved qosReserved systemReserved topologyManagerPolicyOptions
  `,
  flags: 'featureGates',
  list: 'registerWithTaints reservedMemory shutdownGracePeriodByPodPriority tlsCurvePreferences',
  mapping: `
    authentication authorization crashLoopBackOff logging memorySwap staticPodURLHeader tracing userNamespaces
  `,
};

/** The fields of a KubeletConfiguration (kubelet.config.k8s.io/v1beta1) in Karpenter 1.15, which uses k8s.io/kubelet v0.37.0. */
export const kubeletFields: ReadonlyMap<string, KubeletFieldType> = new Map(
  (Object.entries(fields) as [KubeletFieldType, string][]).flatMap(([type, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, KubeletFieldType] => [name, type]),
  ),
);

/** The fields that Karpenter reads itself. Source: provider-aws pkg/apis/v1/kubeletconfiguration.go ParsedKubeletConfig. */
export const managedKubeletFields: ReadonlySet<string> = new Set([
  ...['clusterDNS', 'cpuCFSQuota', 'maxPods', 'podsPerCore', 'kubeReserved', 'systemReserved'],
  ...['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMaxPodGracePeriod'],
  ...['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'],
]);
