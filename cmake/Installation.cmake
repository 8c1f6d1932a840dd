# cmake --install, and find_package(preemptcheck) for properties that live in another repository.
# Headers go one folder down, so that "model/world.h" of ours can meet no other "model/world.h".
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/preemptcheck")

foreach(folder IN ITEMS explorer model properties)
  if(TARGET preemptcheck_${folder})
    install(TARGETS preemptcheck_${folder} EXPORT preemptcheckTargets
      ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
      FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/preemptcheck")
  endif()
endforeach()
install(DIRECTORY "${PROJECT_BINARY_DIR}/generated/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/preemptcheck")
install(EXPORT preemptcheckTargets NAMESPACE preemptcheck:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/preemptcheckConfig.cmake.in preemptcheckConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(preemptcheckConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/preemptcheckConfig.cmake"
  "${PROJECT_BINARY_DIR}/preemptcheckConfigVersion.cmake"
  cmake/Findxxhash.cmake
  DESTINATION "${package_dir}")

if(TARGET preemptcheck)
  install(TARGETS preemptcheck RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY scenarios DESTINATION "${CMAKE_INSTALL_DATADIR}/preemptcheck"
  FILES_MATCHING PATTERN "*.yaml")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
