k.mk.o: k.cl
	  -c k.cl -o k.mk.o -MMD -MP
-include k.mk.d
