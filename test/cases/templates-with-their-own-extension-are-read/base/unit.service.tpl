[Service]
ExecStart=/usr/bin/karpenter ${cluster_name}
