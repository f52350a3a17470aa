/** Fields of a KubeletConfiguration (kubelet.config.k8s.io/v1beta1) as Karpenter 1.15 knows them: k8s.io/kubelet v0.37.0. */
export const kubeletFields: ReadonlySet<string> = new Set(
  `
  address allowedUnsafeSysctls apiVersion authentication authorization cgroupDriver cgroupRoot cgroupsPerQOS
  clusterDNS clusterDomain configMapAndSecretChangeDetectionStrategy containerLogMaxFiles containerLogMaxSize
  containerLogMaxWorkers containerLogMonitorInterval containerRuntimeEndpoint contentType cpuCFSQuota
  cpuCFSQuotaPeriod cpuManagerPolicy cpuManagerPolicyOptions cpuManagerReconcilePeriod crashLoopBackOff
  defaultPodSysctls enableContentionProfiling enableControllerAttachDetach enableDebugFlagsHandler
  enableDebuggingHandlers enableProfilingHandler enableServer enableSystemLogHandler enableSystemLogQuery
  enforceNodeAllocatable eventBurst eventRecordQPS evictionHard evictionMaxPodGracePeriod evictionMinimumReclaim
  evictionPressureTransitionPeriod evictionSoft evictionSoftGracePeriod failCgroupV failSwapOn featureGates
  fileCheckFrequency hairpinMode healthzBindAddress healthzPort httpCheckFrequency imageGCHighThresholdPercent
  imageGCLowThresholdPercent imageMaximumGCAge imageMinimumGCAge imagePullCredentialsVerificationPolicy
  imageServiceEndpoint iptablesDropBit iptablesMasqueradeBit kernelMemcgNotification kind kubeAPIBurst
  kubeAPIQPS kubeReserved kubeReservedCgroup kubeletCgroups localStorageCapacityIsolation logging
  makeIPTablesUtilChains maxOpenFiles maxParallelImagePulls maxPods memoryManagerPolicy memoryReservationPolicy
  memorySwap memoryThrottlingFactor mergeDefaultEvictionSettings nodeLeaseDurationSeconds nodeStatusMaxImages
  nodeStatusReportFrequency nodeStatusUpdateFrequency oomScoreAdj podCIDR podLogsDir podPidsLimit podsPerCore
  port preloadedImagesVerificationAllowlist protectKernelDefaults providerID qosReserved readOnlyPort
  registerNode registerWithTaints registryBurst registryPullQPS reservedMemory reservedSystemCPUs resolvConf
  rotateCertificates runOnce runtimeRequestTimeout seccompDefault serializeImagePulls serverTLSBootstrap
  showHiddenMetricsForVersion shutdownGracePeriod shutdownGracePeriodByPodPriority
  shutdownGracePeriodCriticalPods singleProcessOOMKill staticPodPath staticPodURL staticPodURLHeader
  streamingConnectionIdleTimeout syncFrequency systemCgroups systemReserved systemReservedCgroup tlsCertFile
  tlsCipherSuites tlsCurvePreferences tlsMinVersion tlsPrivateKeyFile topologyManagerPolicy
  topologyManagerPolicyOptions topologyManagerScope tracing userNamespaces volumePluginDir volumeStatsAggPeriod
`
    .trim()
    .split(/\s+/),
);

/** The fields that Karpenter reads itself. Source: provider-aws pkg/apis/v1/kubeletconfiguration.go ParsedKubeletConfig. */
export const managedKubeletFields: ReadonlySet<string> = new Set([
  ...['clusterDNS', 'cpuCFSQuota', 'maxPods', 'podsPerCore', 'kubeReserved', 'systemReserved'],
  ...['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMaxPodGracePeriod'],
  ...['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'],
]);
